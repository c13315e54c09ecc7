"""Keys from passwords (`hashlib.pbkdf2_hmac`, `hashlib.scrypt`)."""

# The module that programs know.
__name__ = "_hashlib"

import _key_derivation as _core

_LENGTHS = {
    "md5": 16, "sha1": 20, "sha224": 28, "sha256": 32, "sha384": 48, "sha512": 64, "sha3_224": 28,
    "sha3_256": 32, "sha3_384": 48, "sha3_512": 64,
}


def _bytes(value, name):
    if isinstance(value, str):
        raise TypeError(f"a bytes-like object is required, not '{type(value).__name__}'")
    return memoryview(value).tobytes()


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """Password based key derivation function 2 (PKCS #5 v2.0) with HMAC as pseudorandom function."""
    if not isinstance(hash_name, str):
        what = type(hash_name).__name__
        raise TypeError(f"pbkdf2_hmac() argument 'hash_name' must be str, not {what}")
    password, salt = _bytes(password, "password"), _bytes(salt, "salt")
    name = hash_name.lower().replace("-", "_")
    name = {"sha_1": "sha1", "sha_224": "sha224", "sha_256": "sha256", "sha_384": "sha384",
            "sha_512": "sha512"}.get(name, name)
    if name not in _LENGTHS:
        raise ValueError(f"unsupported hash type {hash_name}")
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    if iterations > 0x7fffffff:
        raise OverflowError("iteration value is too great.")
    length = _LENGTHS[name] if dklen is None else dklen
    if length < 1:
        raise ValueError("key length must be greater than 0.")
    if length > 0x7fffffff:
        raise OverflowError("key length is too great.")
    return _core.pbkdf2(name, password, salt, iterations, length)


def scrypt(password, *, salt, n, r, p, maxmem=0, dklen=64):
    """scrypt password-based key derivation function."""
    password, salt = _bytes(password, "password"), _bytes(salt, "salt")
    for number in (n, r, p, maxmem, dklen):
        if not isinstance(number, int):
            raise TypeError(f"'{type(number).__name__}' object cannot be interpreted as an integer")
    if n < 2 or n & (n - 1):
        raise ValueError("n must be a power of 2")
    if not 0 <= maxmem <= 0x7fffffff:
        raise ValueError("maxmem must be positive and smaller than 2147483647")
    if not 0 < dklen <= 0x7fffffff:
        raise ValueError("dklen must be greater than 0 and smaller than 2147483647")
    limit = maxmem or 32 << 20
    if r < 1 or p < 1 or p * r >= 1 << 30 or 128 * r * (n + p) + 32 * r * 4 > limit:
        raise ValueError("Invalid parameter combination for n, r, p, maxmem.")
    return _core.scrypt(password, salt, n, r, p, dklen)
