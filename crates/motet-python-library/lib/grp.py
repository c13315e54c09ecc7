"""The groups of the system, as /etc/group has them."""

from _motet_sequence import make as _make

struct_group = _make("grp.struct_group", "gr_name gr_passwd gr_gid gr_mem")


def _entries():
    try:
        with open("/etc/group", encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read().splitlines()
    except OSError:
        return
    for line in lines:
        fields = line.split(":")
        if len(fields) == 4 and fields[2].isdecimal():
            name, password, group, members = fields
            members = [member for member in members.split(",") if member]
            yield struct_group((name, password, int(group), members))


def getgrall():
    return list(_entries())


def getgrnam(name):
    if not isinstance(name, str):
        raise TypeError(f"getgrnam() argument 'name' must be str, not {type(name).__name__}")
    if "\0" in name:
        raise ValueError("embedded null character")
    for entry in _entries():
        if entry.gr_name == name:
            return entry
    raise KeyError(f"getgrnam(): name not found: {name!r}")


def getgrgid(id):
    if not isinstance(id, int):
        raise TypeError("gid should be integer, not " + type(id).__name__)
    for entry in _entries():
        if entry.gr_gid == id:
            return entry
    raise KeyError(f"getgrgid(): gid not found: {id}")
