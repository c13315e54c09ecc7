# A debugger sets the functions of frames that run already, and then begins to trace.
import bdb
import io
import pdb
import sys


def tell(frame, event, argument):
    print("   ", event, frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno)
    return tell


def begin(depth):
    frame = sys._getframe(depth)
    while frame:
        frame.f_trace = tell
        frame = frame.f_back
    sys.settrace(tell)


def inner():
    begin(2)
    x = 1
    return x


def outer():
    inner()
    y = 2
    return y


def unrelated():
    return 3


outer()
sys.settrace(None)


def leaves_a_function_behind():
    sys._getframe().f_trace = tell


# The frame that was prepared has ended; another one lies at its place.
leaves_a_function_behind()
sys.settrace(lambda *event: None)
unrelated()
sys.settrace(None)


def counted():
    value = 1
    return value + 1


operations = []


def tell_operations(frame, event, argument):
    frame.f_trace_opcodes = True
    if event == "opcode":
        operations.append(frame.f_code.co_name)
    return tell_operations


sys.settrace(tell_operations)
counted()
sys.settrace(None)
print("operations", len(operations) > 1, set(operations))


def debugged():
    first = 1
    pdb.Pdb(stdin=io.StringIO("p first\nc\n"), stdout=said).set_trace()
    second = 2
    third = 3
    return third


said = io.StringIO()
debugged()
sys.settrace(None)
shown = said.getvalue()
print("(Pdb) 1\n" in shown)


class Steps(bdb.Bdb):
    def user_line(self, frame):
        print("    line", frame.f_code.co_name, frame.f_lineno)
        self.set_step()

    def user_return(self, frame, value):
        print("    return", frame.f_code.co_name, value)


for backend in "settrace", "monitoring":
    print(backend)
    Steps(backend=backend).run("def f():\n    a = 1\n    return a\nf()\n", {})


# A function that starts tracing, and sets the trace function of its caller then.
def begin(trace):
    sys.settrace(trace)
    sys._getframe().f_back.f_trace = trace


def traced_from_the_middle(trace):
    begin(trace)
    after = 1
    return after


heard = []


def hear(frame, event, argument):
    heard.append((event, frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno))
    return hear


traced_from_the_middle(hear)
sys.settrace(None)
print(heard)
