"""The settings of the build that `sysconfig` asks the interpreter for."""


def config_vars():
    return {"Py_GIL_DISABLED": 0, "Py_DEBUG": 0}
