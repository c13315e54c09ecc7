# Keys from passwords: PBKDF2 with each hash, scrypt, and arguments that are refused.
import hashlib

for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_256"):
    print(name, hashlib.pbkdf2_hmac(name, b"password", b"salt", 100).hex())
print(hashlib.pbkdf2_hmac("sha256", b"p" * 300, bytearray(b"salt"), 3, 100).hex())
print(hashlib.scrypt(b"", salt=b"", n=16, r=1, p=1).hex())
print(hashlib.scrypt(b"password", salt=b"NaCl", n=1024, r=8, p=16, dklen=33).hex())
for act in (
    lambda: hashlib.pbkdf2_hmac("sha256", b"", b"", 0),
    lambda: hashlib.pbkdf2_hmac("nothing", b"", b"", 1),
    lambda: hashlib.pbkdf2_hmac("sha256", "text", b"", 1),
    lambda: hashlib.pbkdf2_hmac("sha256", b"", b"", 1, 0),
    lambda: hashlib.scrypt(b"", salt=b"", n=15, r=1, p=1),
):
    try:
        print(act())
    except Exception as error:
        print(isinstance(error, ValueError), isinstance(error, TypeError))
