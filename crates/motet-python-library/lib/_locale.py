"""The locale of the machine: C, or C.UTF-8, which differs in the encoding that it tells alone.

CPython asks the C library. Here texts are encoded in UTF-8 under each locale, numbers and dates
look as in C, and no other locale can be chosen. A text of a catalog of messages is itself then.
"""

CHAR_MAX = 127
LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)

# By number; those behind LC_ALL have no names in this module.
_CATEGORIES = (
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES", "LC_ALL",
    "LC_PAPER", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
)
_UTF_8_NAMES = ("C.UTF-8", "C.utf8", "C.UTF8")

# What nl_langinfo() tells of runs of numbers that follow each other, from the first on.
_DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split()
_MONTHS = (
    "January February March April May June July August September October November December".split()
)
_RUNS = (
    (65536, ("RADIXCHAR THOUSEP").split(), (".", "")),
    (131072, [f"ABDAY_{day}" for day in range(1, 8)], [day[:3] for day in _DAYS]),
    (131079, [f"DAY_{day}" for day in range(1, 8)], _DAYS),
    (131086, [f"ABMON_{month}" for month in range(1, 13)], [month[:3] for month in _MONTHS]),
    (131098, [f"MON_{month}" for month in range(1, 13)], _MONTHS),
    (
        131110,
        "AM_STR PM_STR D_T_FMT D_FMT T_FMT T_FMT_AMPM ERA".split(),
        ("AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p", ""),
    ),
    (131118, "ERA_D_FMT ALT_DIGITS ERA_D_T_FMT ERA_T_FMT".split(), ("", "", "", "")),
    (131180, ["_DATE_FMT"], ["%a %b %e %H:%M:%S %Z %Y"]),
    (262159, ["CRNCYSTR"], ["-"]),
    (327680, ["YESEXPR", "NOEXPR"], ["^[yY]", "^[nN]"]),
)
CODESET = 14
_told = {}
for _first, _names, _texts in _RUNS:
    for _index, _name in enumerate(_names):
        globals()[_name] = _first + _index
        _told[_first + _index] = _texts[_index]
del _first, _names, _texts, _index, _name


class Error(Exception):
    pass


Error.__module__ = "locale"

# The name of each category's locale, and what the functions for catalogs have been told.
_chosen = dict.fromkeys(_CATEGORIES, "C")
_chosen["LC_CTYPE"] = "C.UTF-8"
_catalogs = {"domain": "messages"}
_folders = {}
_encodings = {}


def setlocale(category, locale=None, /):
    """Activates or queries a locale."""
    category = _index(category)
    if locale is not None:
        _check_text("setlocale", 2, locale, "str or None")
    names = _names_of(category)
    if not names:
        raise Error("locale query failed" if locale is None else "unsupported locale setting")
    if locale is not None:
        _chosen.update(_wanted(names, locale))
    shown = [_chosen[name] for name in names]
    if len(set(shown)) == 1:
        return shown[0]
    return ";".join([f"{name}={_chosen[name]}" for name in names])


def _names_of(category):
    if category == LC_ALL:
        return [name for name in _CATEGORIES if name != "LC_ALL"]
    return [_CATEGORIES[category]] if 0 <= category < len(_CATEGORIES) else []


def _wanted(names, locale):
    """The locale that each category is to have."""
    if not locale:
        return {name: _of_environment(name) for name in names}
    wanted = dict.fromkeys(names, locale)
    if len(names) > 1 and "=" in locale:
        pairs = [part.partition("=")[::2] for part in locale.split(";")]
        if [name for name, _ in pairs] != names:
            raise Error("unsupported locale setting")
        wanted = dict(pairs)
    for name, chosen in wanted.items():
        if chosen == "POSIX":
            wanted[name] = "C"
        elif chosen != "C" and chosen not in _UTF_8_NAMES:
            raise Error("unsupported locale setting")
    return wanted


def _of_environment(name):
    """The locale of the environment; C.UTF-8 stands for those that the machine has not."""
    from os import environ
    named = environ.get("LC_ALL") or environ.get(name) or environ.get("LANG") or "C"
    return "C" if named in ("C", "POSIX") else named if named in _UTF_8_NAMES else "C.UTF-8"


def localeconv():
    """Returns numeric and monetary locale-specific parameters."""
    texts = (
        "int_curr_symbol", "currency_symbol", "mon_decimal_point", "mon_thousands_sep",
        "positive_sign", "negative_sign", "thousands_sep",
    )
    numbers = (
        "int_frac_digits", "frac_digits", "p_cs_precedes", "p_sep_by_space", "n_cs_precedes",
        "n_sep_by_space", "p_sign_posn", "n_sign_posn",
    )
    return (
        dict.fromkeys(texts, "") | dict.fromkeys(numbers, CHAR_MAX)
        | {"decimal_point": ".", "grouping": [], "mon_grouping": []}
    )


def nl_langinfo(key, /):
    """Returns the value for the locale information associated with key."""
    key = _index(key)
    if key == CODESET:
        return "ANSI_X3.4-1968" if _chosen["LC_CTYPE"] == "C" else "UTF-8"
    if key not in _told:
        raise ValueError("unsupported langinfo constant")
    return _told[key]


def getencoding():
    """Gets the encoding of texts: UTF-8, under each locale."""
    return "UTF-8"


def strcoll(os1, os2, /):
    """Compares two strings according to the locale."""
    for place, text in (1, os1), (2, os2):
        _check_text("strcoll", place, text)
    return (os1 > os2) - (os1 < os2)


def strxfrm(string, /):
    """Returns a string that can be used as a key for locale-aware comparisons."""
    _check_text("strxfrm", 0, string)
    return string


def gettext(msg, /):
    """Returns the translation of a message."""
    _check_text("gettext", 0, msg)
    return msg


def dgettext(domain, msg, /):
    """Returns the translation of a message in a domain."""
    if domain is not None:
        _check_text("dgettext", 1, domain, "str or None")
    _check_text("dgettext", 2, msg)
    return msg


def dcgettext(domain, msg, category, /):
    """Returns the translation of a message in a domain and category."""
    if domain is not None:
        _check_text("dcgettext", 1, domain, "str or None")
    _check_text("dcgettext", 2, msg)
    _index(category)
    return msg


def textdomain(domain, /):
    """Sets the domain of messages, if it is not None; returns it."""
    if domain is not None:
        _check_text("textdomain", 0, domain, "str or None")
        _catalogs["domain"] = domain or "messages"
    return _catalogs["domain"]


def bindtextdomain(domain, dir, /):
    """Sets the folder of a domain's catalogs, if it is not None; returns it."""
    _check_text("bindtextdomain", 1, domain)
    if not domain:
        raise Error("domain must be a non-empty string")
    if dir is not None:
        from os import fsdecode
        _folders[domain] = fsdecode(dir)
    return _folders.get(domain, "/usr/share/locale")


def bind_textdomain_codeset(domain, codeset, /):
    """Sets the encoding of a domain's messages, if it is not None; returns it."""
    _check_text("bind_textdomain_codeset", 1, domain)
    if codeset is not None:
        _check_text("bind_textdomain_codeset", 2, codeset, "str or None")
        _encodings[domain] = codeset
    return _encodings.get(domain)


def _index(number):
    from operator import index
    return index(number)


def _check_text(function, place, text, wanted="str"):
    """Refuses what is no text, or one that C would cut off."""
    if not isinstance(text, str):
        argument = f"argument {place}" if place else "argument"
        name = type(text).__name__
        raise TypeError(f"{function}() {argument} must be {wanted}, not {name}")
    if "\0" in text:
        raise ValueError("embedded null character")
