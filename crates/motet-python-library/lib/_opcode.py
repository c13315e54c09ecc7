"""Tables of CPython's instructions, for `opcode`. Programs here are not made of these: the tables
only let modules that name them work, and `dis` shows the instructions of programs."""

from _opcode_metadata import HAVE_ARGUMENT, opmap as _opmap

# Instructions keep inline caches, but are not replaced by others.
ENABLE_SPECIALIZATION = ENABLE_SPECIALIZATION_FT = False

_CONST = {"LOAD_CONST"}
_NAME = {
    "DELETE_ATTR", "DELETE_GLOBAL", "DELETE_NAME", "IMPORT_FROM", "IMPORT_NAME", "LOAD_ATTR",
    "LOAD_FROM_DICT_OR_GLOBALS", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_SUPER_ATTR", "STORE_ATTR",
    "STORE_GLOBAL", "STORE_NAME",
}
_JUMP = {
    "END_ASYNC_FOR", "FOR_ITER", "JUMP", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT",
    "JUMP_FORWARD", "JUMP_IF_FALSE", "JUMP_IF_TRUE", "JUMP_NO_INTERRUPT", "POP_JUMP_IF_FALSE",
    "POP_JUMP_IF_NONE", "POP_JUMP_IF_NOT_NONE", "POP_JUMP_IF_TRUE", "SEND",
}
_FREE = {
    "COPY_FREE_VARS", "DELETE_DEREF", "LOAD_DEREF", "LOAD_FROM_DICT_OR_DEREF", "MAKE_CELL",
    "STORE_DEREF",
}
_LOCAL = {
    "DELETE_FAST", "LOAD_CLOSURE", "LOAD_FAST", "LOAD_FAST_AND_CLEAR", "LOAD_FAST_BORROW",
    "LOAD_FAST_BORROW_LOAD_FAST_BORROW", "LOAD_FAST_CHECK", "LOAD_FAST_LOAD_FAST",
    "STORE_FAST", "STORE_FAST_LOAD_FAST", "STORE_FAST_MAYBE_NULL", "STORE_FAST_STORE_FAST",
}
_EXCEPTION = {"SETUP_CLEANUP", "SETUP_FINALLY", "SETUP_WITH"}


def _numbers(names):
    return frozenset(_opmap[name] for name in names if name in _opmap)


_const, _name, _jump = _numbers(_CONST), _numbers(_NAME), _numbers(_JUMP)
_free, _local, _exception = _numbers(_FREE), _numbers(_LOCAL), _numbers(_EXCEPTION)
_all = frozenset(_opmap.values())


def is_valid(opcode):
    return opcode in _all


def has_arg(opcode):
    return opcode > HAVE_ARGUMENT


def has_const(opcode):
    return opcode in _const


def has_name(opcode):
    return opcode in _name


def has_jump(opcode):
    return opcode in _jump


def has_free(opcode):
    return opcode in _free


def has_local(opcode):
    return opcode in _local


def has_exc(opcode):
    return opcode in _exception


def stack_effect(opcode, oparg=None, /, *, jump=None):
    # A machine of registers has no stack whose depth could be told.
    raise ValueError("the instructions of this machine have no effect on a stack")


def get_intrinsic1_descs():
    return [
        "INTRINSIC_1_INVALID", "INTRINSIC_PRINT", "INTRINSIC_IMPORT_STAR",
        "INTRINSIC_STOPITERATION_ERROR", "INTRINSIC_ASYNC_GEN_WRAP", "INTRINSIC_UNARY_POSITIVE",
        "INTRINSIC_LIST_TO_TUPLE", "INTRINSIC_TYPEVAR", "INTRINSIC_PARAMSPEC",
        "INTRINSIC_TYPEVARTUPLE", "INTRINSIC_SUBSCRIPT_GENERIC", "INTRINSIC_TYPEALIAS",
    ]


def get_intrinsic2_descs():
    return [
        "INTRINSIC_2_INVALID", "INTRINSIC_PREP_RERAISE_STAR", "INTRINSIC_TYPEVAR_WITH_BOUND",
        "INTRINSIC_TYPEVAR_WITH_CONSTRAINTS", "INTRINSIC_SET_FUNCTION_TYPE_PARAMS",
        "INTRINSIC_SET_TYPEPARAM_DEFAULT",
    ]


def get_special_method_names():
    return ["__enter__", "__exit__", "__aenter__", "__aexit__"]


def get_nb_ops():
    plain = [
        ("ADD", "+"), ("AND", "&"), ("FLOOR_DIVIDE", "//"), ("LSHIFT", "<<"),
        ("MATRIX_MULTIPLY", "@"), ("MULTIPLY", "*"), ("REMAINDER", "%"), ("OR", "|"),
        ("POWER", "**"), ("RSHIFT", ">>"), ("SUBTRACT", "-"), ("TRUE_DIVIDE", "/"), ("XOR", "^"),
    ]
    all = [(f"NB_{name}", sign) for name, sign in plain]
    all += [(f"NB_INPLACE_{name}", sign + "=") for name, sign in plain]
    return all + [("NB_SUBSCR", "[]")]


def get_specialization_stats():
    return None


def get_executor(*, code, offset):
    return None
