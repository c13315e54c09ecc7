"""The variables of `sysconfig` on the build."""

build_time_vars = {
    "ABIFLAGS": "",
    "CC": "cc",
    "EXE": "",
    "HAVE_GETENTROPY": 1,
    "HAVE_GETRANDOM": 1,
    "HAVE_GETRANDOM_SYSCALL": 1,
    "EXT_SUFFIX": ".motet-314-x86_64-linux-gnu.so",
    "LIBDIR": "",
    "LDLIBRARY": "",
    "MACHDEP": "linux",
    "MULTIARCH": "x86_64-linux-gnu",
    "Py_DEBUG": 0,
    "Py_ENABLE_SHARED": 0,
    "Py_GIL_DISABLED": 0,
    "SHLIB_SUFFIX": ".so",
    "SIZEOF_VOID_P": 8,
    "SOABI": "motet-314-x86_64-linux-gnu",
    "TZPATH": "/usr/share/zoneinfo:/usr/lib/zoneinfo:/usr/share/lib/zoneinfo:/etc/zoneinfo",
    "VERSION": "3.14",
    "WITH_DOC_STRINGS": 1,
}
