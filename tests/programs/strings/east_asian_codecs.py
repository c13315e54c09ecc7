# The codecs of East Asia: codes, errors with their places, handlers, pieces, streams, threads.
import codecs
import io
import threading

NAMES = (
    "gb2312 gbk gb18030 hz big5 cp950 big5hkscs cp932 shift_jis euc_jp shift_jisx0213 "
    "euc_jisx0213 shift_jis_2004 euc_jis_2004 cp949 euc_kr johab iso2022_kr iso2022_jp "
    "iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext"
).split()
TEXT = "a汉字漢字かな カナ か゚ Êê̄ 한국어 뢨 ΑΩ Яя ~\\¥‾ é \U00020089 z"


def attempt(function):
    try:
        return ascii(function())
    except UnicodeError as error:
        return type(error).__name__, error.encoding, error.start, error.end, error.reason
    except Exception as error:
        return type(error).__name__, str(error)


for name in NAMES:
    print(name, codecs.lookup(name).name)
    for errors in "strict", "ignore", "replace", "xmlcharrefreplace":
        print("   ", errors, attempt(lambda: TEXT.encode(name, errors)))
    data = TEXT.encode(name, "replace")
    print("   ", attempt(lambda: data.decode(name)))
    for broken in data[:-3], data[1:], b"\x81", b"a\xff\xffb", b"\x1b$B\x80", b"\x1bN\xff", b"~\x80":
        print("   ", broken[-8:], attempt(lambda: broken.decode(name)))
        print("       ", attempt(lambda: broken.decode(name, "backslashreplace")))
    encoder, decoder = codecs.getincrementalencoder(name)("ignore"), codecs.getincrementaldecoder(name)()
    pieces = [encoder.encode(character) for character in TEXT] + [encoder.encode("", True)]
    whole = b"".join(pieces)
    print("   ", whole == TEXT.encode(name, "ignore"), encoder.getstate())
    texts = [decoder.decode(bytes([byte])) for byte in whole] + [decoder.decode(b"", True)]
    print("   ", "".join(texts) == whole.decode(name), decoder.getstate())
    stream = io.BytesIO()
    writer = codecs.getwriter(name)(stream, "ignore")
    writer.writelines(["first\n", TEXT, "\nlast"])
    writer.reset()
    stream.seek(0)
    reader = codecs.getreader(name)(stream)
    print("   ", ascii(reader.readline()), ascii(reader.read(1)), ascii(reader.readlines()))

codecs.register_error("told", lambda error: (f"<{error.start}>", error.end))
codecs.register_error("bytes", lambda error: (b"??", -1))
codecs.register_error("wrong", lambda error: 7)
codecs.register_error("far", lambda error: ("", 1000))
for errors in "told", "bytes", "wrong", "far", "unknown":
    print(errors, attempt(lambda: "a\u0b13b\U0010fffec".encode("euc_jp", errors)))
    print(errors, attempt(lambda: b"a\xffb\xfec".decode("euc_jp", errors)))
for codec in codecs.lookup("gbk").incrementalencoder(), codecs.lookup("gbk").incrementaldecoder():
    print(codec.errors, attempt(lambda: setattr(codec, "errors", 1)), attempt(lambda: delattr(codec, "errors")))
import _codecs_cn

print(attempt(lambda: _codecs_cn.getcodec("big5")), attempt(lambda: _codecs_cn.getcodec(1)))
print(attempt(lambda: "汉\ud800字".encode("gb18030")))
print(io.TextIOWrapper(io.BytesIO("日本\n語".encode("cp932")), "cp932").read())

# Many characters without a code, and a text of more than one piece.
long = "漢\u0b13" * 20000
print(len(long.encode("big5", "ignore")), len(long.encode("big5", "xmlcharrefreplace")))
print(("か" * 4095 + "か゚" + "か").encode("euc_jis_2004").decode("euc_jis_2004")[-4:])

# Threads share nothing but the tables.
results = []


def work(name):
    text = "漢字 and かな " * 50
    for _ in range(20):
        results.append(text.encode(name).decode(name) == text)


threads = [threading.Thread(target=work, args=(name,)) for name in ("euc_jp", "iso2022_jp", "gbk", "cp932")]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(results), all(results))
# long
