"""SHA-1."""

from _digest_classes import define as _define

SHA1Type, sha1 = _define("_sha1", "sha1", "sha1", 64, 20)
