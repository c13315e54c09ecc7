# expected output written by hand: needs 3.14 (and the operations are this machine's)
# `dis` shows the operations of this machine; those of a program's code have lines and targets.
import contextlib
import dis
import io


def function(count, total=2):
    for number in range(count):
        total += number
    return lambda: total


class Owner:
    def method(self):
        return function

    @classmethod
    def of_class(cls):
        return cls

    word = "no code"


def shown(call, *arguments, **keywords):
    output = io.StringIO()
    call(*arguments, file=output, **keywords)
    return output.getvalue()


listed = list(dis.get_instructions(function))
print(sorted({it.line_number - function.__code__.co_firstlineno for it in listed}))
print([it.opname for it in dis.get_instructions("x + 1")])
print([dis.opmap[it.opname] == it.opcode for it in listed].count(False))
jumps = [it for it in listed if it.jump_target is not None]
labels = {it.offset: it.label for it in listed if it.is_jump_target}
print(len(jumps) > 1, all(it.argrepr.endswith(f"-> L{labels[it.jump_target]}") for it in jumps))
print(sorted(labels) == dis.findlabels(function.__code__))
print([line for _, line in dis.findlinestarts(function.__code__)])

text = shown(dis.dis, function)
flat = shown(dis.dis, function, depth=0)
print(text.count("Disassembly of <code object <lambda>"), flat.count("Disassembly"))
print([line for line in shown(dis.dis, Owner).splitlines() if line.startswith("Dis")])
for wrong in (5, b"abc", object()):
    try:
        dis.dis(wrong)
    except TypeError as error:
        print(error)

try:
    1 / 0
except ZeroDivisionError as error:
    lines = dis.Bytecode.from_traceback(error.__traceback__).dis().splitlines()
    print([line.split()[-4] for line in lines if " --> " in line and '"' not in line])
with contextlib.redirect_stdout(io.StringIO()) as output:
    dis.show_code(function)
print(output.getvalue().splitlines()[2:4], dis.pretty_flags(3), dis.pretty_flags(0))
print(dis.Bytecode(function, first_line=100).dis().split()[0], repr(dis.Bytecode("1"))[:10])
