"""SHA-2."""

from _digest_classes import define as _define

SHA224Type, sha224 = _define("_sha2", "sha224", "SHA224Type", 64, 28)
SHA256Type, sha256 = _define("_sha2", "sha256", "SHA256Type", 64, 32)
SHA384Type, sha384 = _define("_sha2", "sha384", "SHA384Type", 128, 48)
SHA512Type, sha512 = _define("_sha2", "sha512", "SHA512Type", 128, 64)
