"""The variables of `sysconfig` on how the program was built."""

build_time_vars = {
    "VERSION": "3.14",
    "LDVERSION": "3.14",
    "TZPATH": "/usr/share/zoneinfo:/usr/lib/zoneinfo:/usr/share/lib/zoneinfo:/etc/zoneinfo",
    "EXE": "",
    "SIZEOF_VOID_P": 8,
    "Py_DEBUG": 0,
    "Py_ENABLE_SHARED": 0,
    "Py_GIL_DISABLED": 0,
    "WITH_DOC_STRINGS": 1,
    "MACHDEP": "linux",
}
