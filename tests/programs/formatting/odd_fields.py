# Formats and dates that are hardly any: which error comes first.
import datetime

for template in [
    "{>{1[0]}} {a}", "{0{1}}", "{0[{]}", "{0.re!l}", "{b!0}", "{0!l}", "{0!}", "{0!rx}", "{0!r:{1}}", "{", "}", "{0[",
    "{0.real[{]}", "{:{}{{}}}",
]:
    try:
        print(template, "|", template.format(5, "", a="é"))
    except Exception as error:
        print(template, "|", type(error).__name__, error)
for template in "%(", "%(a", "%(a)s", "% (a)s", "%%(a)s", "%5(":
    for text in template, template.encode():
        for values in 5, (5,), {"a": 1}, {b"a": b"1"}:
            try:
                print(text, values, "|", text % values)
            except Exception as error:
                print(text, values, "|", type(error).__name__, error)
print(repr(b"".decode("no such codec")), repr(str(b"", "nor this")), repr(bytearray().decode("idna", "replace")))
for read, texts in [
    (datetime.date.fromisoformat, ["2024-02-29", "2024022 ", "2024+2-29", "2024- 2-29", " 024-02-29", "2024-W+9-1", "2024-W09- ", "+024-02-29"]),
    (datetime.time.fromisoformat, ["01:02:03", " 1:02:03", "01:0\n:03", "01:+2", "+1", "01:02:03.5-23:5 "]),
    (datetime.datetime.fromisoformat, ["20240229 24:00", "2024022  24:00", " 0240229 24:00", "2024-02-29T 1:00", "2024-02-29T01:00+ 1:00", "2024-02-29T", "20240229 "]),
]:
    for text in texts:
        try:
            print(repr(text), read(text).isoformat())
        except ValueError as error:
            print(error)
