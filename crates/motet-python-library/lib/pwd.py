"""The users of the system, as /etc/passwd has them."""

from _motet_sequence import make as _make

struct_passwd = _make(
    "pwd.struct_passwd", "pw_name pw_passwd pw_uid pw_gid pw_gecos pw_dir pw_shell"
)


def _entries():
    try:
        with open("/etc/passwd", encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read().splitlines()
    except OSError:
        return
    for line in lines:
        fields = line.split(":")
        if len(fields) == 7 and fields[2].isdecimal() and fields[3].isdecimal():
            name, password, user, group, about, home, shell = fields
            yield struct_passwd((name, password, int(user), int(group), about, home, shell))


def getpwall():
    return list(_entries())


def getpwnam(name, /):
    if not isinstance(name, str):
        raise TypeError(f"getpwnam() argument must be str, not {type(name).__name__}")
    if "\0" in name:
        raise ValueError("embedded null character")
    for entry in _entries():
        if entry.pw_name == name:
            return entry
    raise KeyError(f"getpwnam(): name not found: {name!r}")


def getpwuid(uid, /):
    if not isinstance(uid, int):
        raise TypeError("uid should be integer, not " + type(uid).__name__)
    for entry in _entries():
        if entry.pw_uid == uid:
            return entry
    raise KeyError(f"getpwuid(): uid not found: {uid}")
