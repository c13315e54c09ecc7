import hashlib, hmac, zlib, binascii, base64, secrets

data = bytes(range(256)) * 5
for name in (
    "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512",
    "blake2b", "blake2s",
):
    hash = hashlib.new(name, data[:100])
    part = hash.copy()
    hash.update(data[100:])
    whole = getattr(hashlib, name)(data)
    print(name, hash.digest_size, hash.block_size, hash.hexdigest(), part.hexdigest()[:8],
          hash.digest() == whole.digest())
    print(hmac.new(b"key", data, name).hexdigest())
for name in ("shake_128", "shake_256"):
    print(name, hashlib.new(name, data).hexdigest(40))
print(hashlib.blake2b(b"x", digest_size=9, key=b"k", salt=b"s", person=b"p").hexdigest())
print(hashlib.blake2s(data, fanout=2, depth=3, leaf_size=4, node_offset=5, node_depth=1,
                      inner_size=32, last_node=True).hexdigest())
print(hmac.compare_digest(b"abc", b"abc"), hmac.compare_digest("abc", "abd"), hmac.compare_digest("a", "ab"))
for wrong in (lambda: hashlib.md5("text"), lambda: hashlib.new("none"), lambda: hmac.compare_digest("é", "é"),
              lambda: hashlib.blake2b(digest_size=65)):
    try:
        wrong()
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
print(len(secrets.token_bytes(9)), len(secrets.token_hex(9)), secrets.randbelow(1))
print(zlib.crc32(data), zlib.crc32(b"x", 7), zlib.adler32(data), binascii.crc_hqx(data, 5))
print(binascii.hexlify(b"\0\xff"), binascii.unhexlify("00Ff"), binascii.hexlify(b"abcd", "-", 2))
print(base64.b64encode(data[:50]), base64.b64decode("YWJj\nZA=="), base64.b32encode(b"hello"),
      base64.b85encode(b"hello world"), base64.a85encode(b"hello world"), base64.urlsafe_b64encode(b"\xff\xfe"))
for text in ("YWJ", "YWJjZ", "Y", "YW=Jj", "=YWJ", "YWJj=", "YQ==YQ==", "Y%WJj"):
    for strict in (False, True):
        try:
            print(text, binascii.a2b_base64(text, strict_mode=strict))
        except binascii.Error as error:
            print(text, strict, error)
for call in (lambda: binascii.unhexlify("abc"), lambda: binascii.unhexlify("zz")):
    try:
        call()
    except binascii.Error as error:
        print(error)
uu = binascii.b2a_uu(b"some words here")
print(uu, binascii.a2b_uu(uu), binascii.b2a_uu(b"\0\0", backtick=True))
qp = binascii.b2a_qp(b"a=b \xe9\xff.\n.\nend of a rather long line that has to be broken somewhere near here and \t")
print(qp, binascii.a2b_qp(qp), binascii.a2b_qp(b"a_b=20", header=True))
