"""The parts of code objects, as text and as named tuples.

The functions are those of CPython's module of this name. The operations are those of this machine:
registers instead of a stack, so that `stack_effect` has nothing to tell and `arg` is None; `argval`
and `argrepr` are the operands as text, for jumps `argval` is the offset of the target.
"""

import ast
import collections
import io
import re
import sys
import types

import _dis_core
import opcode as _opcode_names
from opcode import (
    EXTENDED_ARG, HAVE_ARGUMENT, cmp_op, hasarg, hascompare, hasconst, hasexc, hasfree, hasjabs,
    hasjrel, haslocal, hasname,
)

__all__ = [
    "Bytecode", "COMPILER_FLAG_NAMES", "Instruction", "Positions", "code_info", "dis",
    "disassemble", "disco", "distb", "findlabels", "findlinestarts", "get_instructions",
    "EXTENDED_ARG", "HAVE_ARGUMENT", "cmp_op", "hasarg", "hascompare", "hasconst", "hasexc",
    "hasfree", "hasjabs", "hasjrel", "hasjump", "haslocal", "hasname", "opmap", "opname", "pretty_flags", "show_code", "stack_effect",
]

opname = list(_dis_core.opcodes())
opmap = {name: number for number, name in enumerate(opname)}
# (The sets of `opcode` hold CPython's numbers.)
opname += [f"<{number}>" for number in range(len(opname), 268)]

COMPILER_FLAG_NAMES = {
    1: "OPTIMIZED", 2: "NEWLOCALS", 4: "VARARGS", 8: "VARKEYWORDS", 16: "NESTED",
    32: "GENERATOR", 64: "NOFREE", 128: "COROUTINE", 256: "ITERABLE_COROUTINE",
    512: "ASYNC_GENERATOR", 0x4000000: "HAS_DOCSTRING", 0x8000000: "METHOD",
}

hasjump = hasjrel

Positions = collections.namedtuple(
    "Positions", "lineno end_lineno col_offset end_col_offset", defaults=(None,) * 4
)

_Fields = collections.namedtuple(
    "_Instruction",
    "opname opcode arg argval argrepr offset start_offset starts_line line_number label"
    " positions cache_info",
    defaults=(None, None, None),
)


class Instruction(_Fields):
    """One operation: its name, its operands, where it stands and of which line it is."""

    @property
    def oparg(self):
        return self.arg

    @property
    def baseopcode(self):
        return self.opcode

    @property
    def baseopname(self):
        return self.opname

    @property
    def jump_target(self):
        return self.argval if isinstance(self.argval, int) else None

    @property
    def is_jump_target(self):
        return self.label is not None

    def __str__(self):
        return _line_of(self, 0, False, False)


def pretty_flags(flags):
    names = [name for bit, name in COMPILER_FLAG_NAMES.items() if flags & bit]
    rest = flags & ~sum(COMPILER_FLAG_NAMES)
    if rest or not names:
        names.append(hex(rest))
    return ", ".join(names)


def _code_of(x):
    """The code object of a function, method, generator, text, or of code itself."""
    x = getattr(x, "__func__", x)
    for name in ("__code__", "gi_code", "ag_code", "cr_code"):
        if hasattr(x, name):
            x = getattr(x, name)
            break
    if isinstance(x, str):
        try:
            x = compile(x, "<disassembly>", "eval")
        except SyntaxError:
            x = compile(x, "<disassembly>", "exec")
    if isinstance(x, types.CodeType):
        return x
    raise TypeError(f"don't know how to disassemble {type(x).__name__} objects")


def findlinestarts(code):
    """(offset, line) of each operation whose line is not that of the one before it."""
    before = False
    # (The last range may be that of the definition, behind all operations.)
    end = len(code.co_code)
    for start, _, line in code.co_lines():
        if start >= end:
            break
        if line != before:
            before = line
            yield start, line


def findlabels(code):
    """The offsets that are jumped to or that exceptions go to."""
    found = {row[5] for row in _dis_core.instructions(code)} - {None}
    found.update(target for _, _, target in _dis_core.exceptions(code))
    return sorted(found)


# Programs that look which global variables code uses know these operations by CPython's numbers.
_GLOBAL = {
    verb.title() + kind + "Global": _opcode_names.opmap[verb + "_GLOBAL"]
    for verb in ("LOAD", "STORE", "DELETE") for kind in ("", "Dict")
}
opmap.update(_GLOBAL)
# Tracers look for these, whose meaning operations of this machine have too (`co_code` shows all that
# return as one, and all that yield).
opmap.update(
    (name, opmap[own]) for name, own in (
        ("RETURN_VALUE", "Return"), ("RETURN_GENERATOR", "MakeGenerator"), ("RERAISE", "Reraise"),
        ("YIELD_VALUE", "Yield"), ("YIELD_FROM", "YieldFrom"), ("JUMP_FORWARD", "Jump"),
        ("JUMP_BACKWARD", "Loop"), ("EXTENDED_ARG", "Wide"),
    )
)


def get_instructions(x, *, first_line=None, show_caches=None, adaptive=False):
    """The operations of a function, method, text, or code object."""
    code = _code_of(x)
    moved = 0 if first_line is None else first_line - code.co_firstlineno
    labels = {offset: number for number, offset in enumerate(findlabels(code), 1)}
    positions = list(code.co_positions())
    before = None
    for offset, _, number, name, text, target in _dis_core.instructions(code):
        line, end_line, column, end_column = positions[offset // 2]
        if line is not None:
            line, end_line = line + moved, end_line + moved
        shown = text
        if target is not None:
            shown = f"{text.rpartition('->')[0]}-> L{labels[target]}"
        if name in _GLOBAL:
            number, text = _GLOBAL[name], text.rpartition(", ")[2]
        yield Instruction(
            name, number, None, text if target is None else target, shown, offset, offset,
            line != before, line, labels.get(offset),
            Positions(line, end_line, column, end_column), None,
        )
        before = line


def _line_of(instruction, line_width, with_offsets, is_last, label_width=0):
    parts = []
    if line_width:
        line = ""
        if instruction.starts_line:
            line = "--" if instruction.line_number is None else str(instruction.line_number)
        parts.append(line.rjust(line_width))
    parts.append("-->" if is_last else "   ")
    label = "" if instruction.label is None else f"L{instruction.label}:"
    parts.append(label.rjust(label_width))
    if with_offsets:
        parts.append(str(instruction.offset).rjust(5))
    parts.append(instruction.opname.ljust(24))
    parts.append(instruction.argrepr)
    return " ".join(parts).rstrip()


def _disassembly(code, lasti, first_line, with_offsets):
    listed = list(get_instructions(code, first_line=first_line))
    lines = [it.line_number for it in listed if it.line_number is not None]
    line_width = max(len(str(max(lines, default=0))), 3)
    label_width = len(f"L{max((it.label or 0 for it in listed), default=0)}:")
    offset_of = {it.offset: f"L{it.label}" for it in listed}
    for it in listed:
        if it.starts_line and it.offset > 0:
            yield ""
        yield _line_of(it, line_width, with_offsets, it.offset == lasti, label_width)
    table = _dis_core.exceptions(code)
    if table:
        yield "Exceptions:"
    for start, end, target in table:
        yield f"  {start} to {end} -> {offset_of.get(target, target)}"


def disassemble(co, lasti=-1, *, file=None, show_caches=False, adaptive=False,
                show_offsets=False, show_positions=False):
    """Prints a code object; an arrow marks the operation at `lasti`."""
    for line in _disassembly(co, lasti, None, show_offsets):
        print(line, file=file)


disco = disassemble


def _print_nested(code, depth, file, show_offsets):
    disassemble(code, file=file, show_offsets=show_offsets)
    if depth is not None and depth <= 0:
        return
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            print(file=file)
            print(f"Disassembly of {constant!r}:", file=file)
            _print_nested(constant, None if depth is None else depth - 1, file, show_offsets)


def dis(x=None, *, file=None, depth=None, show_caches=False, adaptive=False,
        show_offsets=False, show_positions=False):
    """Prints classes, modules, functions, methods, generators, texts, code, the last traceback."""
    if x is None:
        return distb(file=file, show_offsets=show_offsets)
    is_container = isinstance(x, (type, types.ModuleType)) or (
        hasattr(x, "__dict__") and not hasattr(x, "__code__") and not hasattr(x, "__func__")
    )
    if not is_container:
        return _print_nested(_code_of(x), depth, file, show_offsets)
    kinds = (
        types.MethodType, types.FunctionType, types.CodeType, type, classmethod, staticmethod,
    )
    for name, value in sorted(vars(x).items()):
        if isinstance(value, kinds):
            print(f"Disassembly of {name}:", file=file)
            try:
                dis(value, file=file, depth=depth, show_offsets=show_offsets)
            except TypeError as error:
                print("Sorry:", error, file=file)
            print(file=file)


def distb(tb=None, *, file=None, show_caches=False, adaptive=False, show_offsets=False,
          show_positions=False):
    """Prints the innermost frame of a traceback, by default of the last one."""
    if tb is None:
        try:
            tb = getattr(sys, "last_exc", None).__traceback__
        except AttributeError:
            raise RuntimeError("no last traceback to disassemble") from None
        while tb.tb_next:
            tb = tb.tb_next
    disassemble(tb.tb_frame.f_code, tb.tb_lasti, file=file, show_offsets=show_offsets)


def code_info(x):
    """The properties of a code object but for its operations, as text."""
    code = _code_of(x)
    lines = [
        f"Name:              {code.co_name}",
        f"Filename:          {code.co_filename}",
        f"Argument count:    {code.co_argcount}",
        f"Positional-only arguments: {code.co_posonlyargcount}",
        f"Kw-only arguments: {code.co_kwonlyargcount}",
        f"Number of locals:  {code.co_nlocals}",
        f"Stack size:        {code.co_stacksize}",
        f"Flags:             {pretty_flags(code.co_flags)}",
    ]
    listed = (
        ("Constants", map(repr, code.co_consts)), ("Names", code.co_names),
        ("Variable names", code.co_varnames), ("Free variables", code.co_freevars),
        ("Cell variables", code.co_cellvars),
    )
    for title, items in listed:
        items = list(items)
        if items:
            lines.append(f"{title}:")
            lines.extend(f"{place:4d}: {item}" for place, item in enumerate(items))
    return "\n".join(lines)


def show_code(co, *, file=None):
    """Prints the text of `code_info`."""
    print(code_info(co), file=file)


def stack_effect(opcode, oparg=None, *, jump=None):
    """Refuses: operations of this machine have registers, no stack."""
    raise ValueError("operations have no effect on a stack: they use registers")


class Bytecode:
    """The operations of a code object, to iterate over or as text."""

    def __init__(self, x, *, first_line=None, current_offset=None, show_caches=False,
                 adaptive=False, show_offsets=False, show_positions=False):
        self.codeobj = _code_of(x)
        self.first_line = self.codeobj.co_firstlineno if first_line is None else first_line
        self.current_offset = current_offset
        self.show_offsets = show_offsets
        self._original_object = x

    def __iter__(self):
        return get_instructions(self.codeobj, first_line=self.first_line)

    def __repr__(self):
        return f"{type(self).__name__}({self._original_object!r})"

    @classmethod
    def from_traceback(cls, tb, *, show_caches=False, adaptive=False):
        """The bytecode of the innermost frame of a traceback."""
        while tb.tb_next:
            tb = tb.tb_next
        return cls(tb.tb_frame.f_code, current_offset=tb.tb_lasti)

    def info(self):
        """The text of `code_info`."""
        return code_info(self.codeobj)

    def dis(self):
        """The output of `disassemble`."""
        output = io.StringIO()
        last = -1 if self.current_offset is None else self.current_offset
        for line in _disassembly(self.codeobj, last, self.first_line, self.show_offsets):
            print(line, file=output)
        return output.getvalue()


def _literal(text):
    """The value that an operand shows."""
    text = re.sub(r"\\u\{([0-9a-f]+)\}", lambda escape: chr(int(escape[1], 16)), text)
    return ast.literal_eval(text)


def _find_imports(co):
    """(name, level, names) of each import of a code object: `modulefinder` asks for them."""
    names = level = None
    for instruction in get_instructions(co):
        operand = str(instruction.argval).partition(", ")[2]
        match instruction.opname:
            case "LoadConst":
                names = operand
            case "LoadInt":
                level = operand
            case "ImportName":
                yield _literal(operand), int(level), _literal(names)


def _find_store_names(co):
    """The names of the global variables that a code object sets."""
    for instruction in get_instructions(co):
        if instruction.opname == "StoreGlobal":
            yield instruction.argval
        elif instruction.opname == "StoreName":
            yield _literal(instruction.argval.partition(", ")[2])


def main(args=None):
    """`python -m dis FILE`."""
    import argparse

    parser = argparse.ArgumentParser(prog="dis", color=False)
    parser.add_argument("-O", "--show-offsets", action="store_true", help="show offsets")
    parser.add_argument("infile", nargs="?", default="-")
    options = parser.parse_args(args)
    if options.infile == "-":
        name, source = "<stdin>", sys.stdin.buffer.read()
    else:
        name = options.infile
        with open(name, "rb") as file:
            source = file.read()
    dis(compile(source, name, "exec"), show_offsets=options.show_offsets)


if __name__ == "__main__":
    main()
