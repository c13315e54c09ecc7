# The bracket that ends an empty name of a character is text again.
import codecs

for data in b"\\N{}", b"\\N{}x", b"a\\N{}b\\N{}", b"\\N{", b"\\N{a", b"\\N{foo}z", b"\\N", b"\\Nx":
    for errors in "strict", "replace", "ignore", "backslashreplace":
        try:
            print(data, errors, ascii(codecs.unicode_escape_decode(data, errors)))
        except UnicodeDecodeError as error:
            print(data, errors, error, error.start, error.end)
