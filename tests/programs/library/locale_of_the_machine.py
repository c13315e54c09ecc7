# The module behind `locale`: the locales C and C.UTF-8, what they tell, and wrong arguments.
import _locale
import locale
import os

os.environ.pop("LC_ALL", None)
os.environ.update(LANG="C.UTF-8")


def try_it(function, *arguments):
    try:
        print(function.__name__, arguments, repr(function(*arguments)))
    except Exception as error:
        print(function.__name__, arguments, type(error).__name__, error)


set_it = _locale.setlocale
set_it(_locale.LC_ALL, "C")
set_it(_locale.LC_CTYPE, "C.UTF-8")
all_of_them = set_it(_locale.LC_ALL)
for arguments in [
    (6,), (99,), (6, "xx"), (0, "C"), (0,), (6,), (6, "POSIX"), (0, ""), (6, "C.utf8"),
    (6, "c.utf-8"),
    (1, 5), ("a",), (6, all_of_them), (6,), (6, "LC_CTYPE=C;X=C"), (0, "LC_CTYPE=C"), (0, "a\0b"),
    (7, "C"), (7,), (12,), (13,), (6, "C;C"), (-1,), (0, "C.UTF-8"),
]:
    try_it(set_it, *arguments)
print(locale.getlocale(), locale.getencoding())
print(sorted(_locale.localeconv().items()))
print(_locale.Error, _locale.Error is locale.Error)

names = [name for name in dir(_locale) if name.isupper() and name[0] != "_"]
names = [name for name in names if name[:3] not in ("LC_", "CHA")]
for name in names:
    print(name, getattr(locale, name, None), repr(locale.nl_langinfo(getattr(_locale, name))))
try_it(locale.nl_langinfo, 3)
try_it(locale.nl_langinfo, "3")

try_it(locale.strcoll, "a", "b")
try_it(locale.strcoll, "b", "a")
try_it(locale.strcoll, "é", "é")
try_it(locale.strcoll, "a\0", "b")
try_it(locale.strcoll, 1, "a")
try_it(locale.strxfrm, "aé")
try_it(locale.strxfrm, "a\0")
print(locale.format_string("%d %.2f", (1234567, 3.14159), grouping=True), locale.atof("1.5"))

for function, *arguments in [
    (locale.textdomain, None), (locale.textdomain, "x"), (locale.textdomain, ""),
    (locale.bindtextdomain, "x", "/tmp"), (locale.bindtextdomain, "x", None),
    (locale.bindtextdomain, "", "/tmp"), (locale.bind_textdomain_codeset, "x", "utf-8"),
    (locale.bind_textdomain_codeset, "x", None), (locale.gettext, "m"), (locale.gettext, 1),
    (locale.dgettext, "d", "m"), (locale.dgettext, None, "m"), (locale.dcgettext, "d", "m", 5),
]:
    try_it(function, *arguments)
