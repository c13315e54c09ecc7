"""Runs one test module of CPython and reports how each test case ended.

usage: driver.py [--busy] FOLDER MODULE REPORT

FOLDER is the folder `test` of a CPython source or installation, MODULE the name of a module in it,
REPORT the file to append to: one JSON object a line. First `{"plan": [names]}`, then for each test
case `{"case": name, "outcome": "passed" | "failed" | "error" | "skipped", "why": text}`, at last
`{"end": true}`. What a crash or an end by time leaves unsaid was not run. With --busy two threads
compute beside the tests.

Names are told when they are known, line by line and without a buffer, so that they survive.
"""

import functools
import importlib.machinery
import json
import os
import signal
import sys
import types
import unittest

WHY_LENGTH_MAX = 300


class Report:
    def __init__(self, path):
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def tell(self, **fields):
        os.write(self.file, (json.dumps(fields) + "\n").encode())


def one_line(kind, error):
    """The exception's class and text, on one line and not too long."""
    try:
        text = " ".join(str(error).split())
        # Who reads the report knows no lone surrogates.
        text = text.encode("utf-8", "backslashreplace").decode()
    except Exception as inner:
        text = f"<text failed: {type(inner).__name__}>"
    return f"{kind.__name__}: {text}"[:WHY_LENGTH_MAX]


def name_of(test):
    """A stable name: `Class.method`, without the module; other things by their own id."""
    name = test.id()
    module = type(test).__module__ + "."
    return name.removeprefix(module)


class Result(unittest.TestResult):
    """Keeps of each test case the worst that was said of it."""

    def __init__(self, report):
        super().__init__()
        self.report = report
        self.outcome = None
        self.started = set()
        # All test cases that are to run.
        self.planned = []

    def startTest(self, test):
        super().startTest(test)
        self.outcome = None
        self.why = ""
        # A test case may have put another handler in its place.
        signal.signal(signal.SIGALRM, too_long)
        signal.alarm(CASE_SECONDS_MAX)

    def stopTest(self, test):
        signal.alarm(0)
        name = name_of(test)
        self.started.add(name)
        outcome = self.outcome or "passed"
        self.report.tell(case=name, outcome=outcome, why=self.why)
        super().stopTest(test)

    def say(self, outcome, why):
        order = [None, "passed", "skipped", "failed", "error"]
        if order.index(outcome) > order.index(self.outcome):
            self.outcome = outcome
            self.why = why

    def addSuccess(self, test):
        self.say("passed", "")

    def addSkip(self, test, reason):
        if isinstance(test, unittest.TestCase):
            # A part of a test case that is left out leaves the rest standing.
            if hasattr(test, "test_case"):
                return
            self.say("skipped", " ".join(str(reason).split())[:WHY_LENGTH_MAX])
            return
        # Of a class or a module, whose name stands in brackets: none of its test cases runs.
        owner = test.id().partition("(")[2].rstrip(")")
        why = " ".join(str(reason).split())[:WHY_LENGTH_MAX]
        for case in self.planned:
            its_class = unittest.util.strclass(type(case))
            if owner in (its_class, type(case).__module__) and name_of(case) not in self.started:
                self.started.add(name_of(case))
                self.report.tell(case=name_of(case), outcome="skipped", why=why)

    def addExpectedFailure(self, test, error):
        self.say("passed", "")

    def addUnexpectedSuccess(self, test):
        self.say("failed", "unexpected success")

    def fail(self, test, outcome, error):
        why = one_line(error[0], error[1])
        if isinstance(test, unittest.TestCase):
            self.say(outcome, why)
        else:
            # Of a class or a module: none of its test cases runs.
            self.report.tell(fixture=str(test), why=why)

    def addFailure(self, test, error):
        self.fail(test, "failed", error)

    def addError(self, test, error):
        self.fail(test, "error", error)

    def addSubTest(self, test, subtest, error):
        if error is not None:
            kind = "failed" if issubclass(error[0], test.failureException) else "error"
            self.say(kind, f"{subtest._subDescription()} {one_line(error[0], error[1])}"[:WHY_LENGTH_MAX])


def cases(suite):
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from cases(part)
        else:
            yield part


def only_test_cases(suite):
    """Examples in texts and other things that are no methods of test cases are left out: what they
    print is CPython's to the letter."""
    wanted = unittest.TestSuite()
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            wanted.addTest(only_test_cases(part))
        elif not type(part).__module__.startswith("doctest"):
            wanted.addTest(part)
    return wanted


def without_endless(suite, report):
    """All test cases but those of which it is known that they do not end."""
    wanted = unittest.TestSuite()
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            wanted.addTest(without_endless(part, report))
        elif name_of(part) in ENDLESS:
            report.tell(case=name_of(part), outcome="failed", why="it would not end")
        else:
            wanted.addTest(part)
    return wanted


def refuse(test):
    """Raises what kept a module from being imported."""
    raised = getattr(test, "_exception", None)
    if raised is None:
        # It skips itself.
        method = getattr(test, test._testMethodName)
        raise unittest.SkipTest(" ".join(method.__unittest_skip_why__.split()))
    text = str(raised).strip().splitlines()[-1]
    for name in "_testcapi", "_testinternalcapi":
        # As most of the modules do that are about CPython's inside.
        if text == f"ModuleNotFoundError: No module named '{name}'":
            raise unittest.SkipTest(f"No module named '{name}'.")
    raise ImportError(text)


def be_busy():
    """Two threads that compute with objects of their own."""
    import threading

    def compute():
        table = {}
        number = 0
        while True:
            number += 1
            table[number % 997] = [number, str(number)]

    for _ in range(2):
        threading.Thread(target=compute, daemon=True).start()


class Placeholder:
    """Stands for a module that is not there, for those who import it and then mostly do without:
    whatever is called of it raises."""

    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        def missing(*arguments, **keywords):
            raise ImportError(f"No module named {self.name!r}")

        return missing


class OlderSource:
    """Modules of 3.13's tests that are run with some lines left out.

    Data modules that store into `__annotations__` while they run: the name is not there any more in
    3.14, whose own copies of these modules leave those lines out. And modules that take something
    from CPython's own C API or its C modules as they are imported: only what uses it shall fail."""

    NAMES = {
        "test.typinganndata.ann_module": "__annotations__[",
        "test.typinganndata.ann_module2": "__annotations__[",
        "test.test_class": "from _testinternalcapi import",
        "test.test_compile": "import _testinternalcapi",
    }

    def __init__(self, folder):
        self.folder = folder

    def find_spec(self, name, path=None, target=None):
        if name not in self.NAMES:
            return None
        return importlib.machinery.ModuleSpec(name, self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        parts = module.__name__.split(".")[1:]
        module.__file__ = os.path.join(self.folder, *parts) + ".py"
        start = self.NAMES[module.__name__]
        with open(module.__file__, encoding="utf-8") as file:
            # (What 3.14's tests import in a `try` stays.)
            lines = [self.with_nothing(line, start) for line in file]
        if "_testinternalcapi" in start:
            internals = Placeholder("_testinternalcapi")
            module._testinternalcapi = internals
            module.has_inline_values = internals.has_inline_values
        exec(compile("".join(lines), module.__file__, "exec"), module.__dict__)


    @staticmethod
    def with_nothing(line, start):
        """The line; one that is left out is a statement that does nothing."""
        bare = line.lstrip()
        if not (line if "import" in start else bare).startswith(start):
            return line
        return line.removesuffix(bare) + "pass\n"


# CPython's extension modules that are there for its tests only. They are written in C.
MODULES_FOR_TESTS = {
    "_ctypes_test",
    "_testcapi",
    "_testinternalcapi",
    "_testlimitedcapi",
    "_testmultiphase",
    "_testsinglephase",
}


class StandIn(types.ModuleType):
    """Stands for one of `MODULES_FOR_TESTS` where a test module asks for it as it is imported, with
    `import_helper.import_module`, so that not the whole module is skipped: a test case that
    takes something of it is skipped alone, as if it had asked itself."""

    def __getattr__(self, name):
        if name.startswith("__") and name != "__file__":
            raise AttributeError(name)
        return WhatIsMissing(self.__name__)


class WhatIsMissing:
    """Something of a module that is not there: a test case that calls it is skipped, and one that
    opens the file, if it is that."""

    def __init__(self, module):
        self.module = module

    def __call__(self, *arguments, **keywords):
        raise unittest.SkipTest(f"No module named {self.module!r}")

    __fspath__ = __call__


def with_stand_ins(load):
    """Imports test modules by a call of `load`. A test case that asks for a module later hears that
    it is not there."""
    from test.support import import_helper

    import_module = import_helper.import_module
    is_loading = True

    def import_or_stand_in(name, *arguments, **keywords):
        try:
            return import_module(name, *arguments, **keywords)
        except unittest.SkipTest:
            # (The module may keep this function for its test cases.)
            if not is_loading or name not in MODULES_FOR_TESTS:
                raise
            return StandIn(name)

    import_helper.import_module = import_or_stand_in
    try:
        return load()
    finally:
        is_loading = False
        import_helper.import_module = import_module


# Test cases that take for ever here, each with its reason.
ENDLESS = {
    # Doubles its work at each level up to a limit of ten: depth is counted otherwise here.
    "ExceptionTests.test_recursion_in_except_handler",
    # Nests a tuple until the native stack ends; it is larger here, so that takes minutes.
    "TestIsInstanceIsSubclass.test_isinstance_recursion_limit",
    "TestIsInstanceIsSubclass.test_subclass_recursion_limit",
    # Longer than a minute on a busy machine: waits in several threads, not looked into.
    "TestBasicOps.test_tee_concurrent",
    "ThreadJoinOnShutdown.test_4_daemon_threads",
    "ThreadingExceptionTests.test_print_exception_gh_102056",
    "test_shutdown.ThreadPoolShutdownTest.test_del_shutdown",
    "ThreadPoolShutdownTest.test_del_shutdown",
}

# How long a test case may run; those that watch signals themselves set another.
CASE_SECONDS_MAX = 30


class Endless(BaseException):
    """A test case has taken too long."""


def too_long(number, frame):
    raise Endless(f"longer than {CASE_SECONDS_MAX} seconds")


def main(arguments):
    busy = "--busy" in arguments
    folder, module, path = [text for text in arguments if text != "--busy"]
    report = Report(path)
    # Only the package `test` of that source: its library stays away.
    package = types.ModuleType("test")
    package.__path__ = [folder]
    package.__file__ = os.path.join(folder, "__init__.py")
    package.__spec__ = importlib.machinery.ModuleSpec(
        "test", None, origin=package.__file__, is_package=True
    )
    package.__spec__.submodule_search_locations.append(folder)
    sys.modules["test"] = package
    sys.meta_path.insert(0, OlderSource(folder))
    make_importable(folder)
    name = "test." + module
    try:
        from test import support

        support.verbose = 0
        if module not in ASKS_FOR_ENVIRONMENT:
            let_processes_see_environment()
        support.use_resources = RESOURCES.get(module, set())
        if "curses" in support.use_resources:
            # The same terminal on every machine; what is written for it goes to a file.
            os.environ["TERM"] = "xterm"
        load = functools.partial(unittest.defaultTestLoader.loadTestsFromName, name)
        # (The tests of the C API itself have nothing else to test.)
        suite = load() if module.startswith("test_capi.") else with_stand_ins(load)
        suite = only_test_cases(suite)
        for test in cases(suite):
            # What the loader puts in the place of a module that cannot be imported.
            if type(test).__name__ in ("_FailedTest", "ModuleSkipped"):
                refuse(test)
        planned = [name_of(test) for test in cases(suite)]
    except unittest.SkipTest as reason:
        report.tell(plan=[], skipped=str(reason))
        report.tell(end=True)
        return
    except BaseException as error:
        report.tell(plan=[], broken=one_line(type(error), error))
        report.tell(end=True)
        raise
    report.tell(plan=planned)
    suite = without_endless(suite, report)
    if busy:
        be_busy()
    result = Result(report)
    result.planned = list(cases(suite))
    suite.run(result)
    report.tell(end=True)
    leave()


def make_importable(folder):
    """Processes that a test starts find the package `test` too, and nothing else that lies beside
    it; and modules that look at the library's files are shown those that the tests belong to."""
    place = os.path.join(os.getcwd(), "tests")
    os.makedirs(place, exist_ok=True)
    link = os.path.join(place, "test")
    if not os.path.lexists(link):
        os.symlink(folder, link)
    os.environ["PYTHONPATH"] = place
    sys.path.append(place)
    if sys.argv[-2] in LOOKS_AT_LIBRARY:
        import ast

        ast.__file__ = os.path.join(os.path.dirname(folder), "ast.py")


def let_processes_see_environment():
    """Tests start processes with -I, as far as the interpreter does without variables of the
    environment. This one needs `PYTHONPATH` for the package `test`, which is no part of
    its library."""
    from test.support import script_helper

    script_helper.__dict__["__cached_interp_requires_environment"] = True


# What modules may use that others may not. The servers of test_socketserver are asked from the same
# machine only.
RESOURCES = {
    "test_socketserver": {"network"},
    "test_curses": {"curses"},
    "test_pyrepl.test_terminfo": {"curses"},
}

# Leave out what runs isolated, or try that question itself.
ASKS_FOR_ENVIRONMENT = {"test_cmd_line", "test_script_helper", "test_tracemalloc"}

# Reads the files of the library as it is imported, to parse them.
LOOKS_AT_LIBRARY = {"test_ast.test_ast"}


def leave():
    """Ends at once where a test case that failed has left a thread or a process that waits for
    ever: the end of an interpreter waits for both."""
    import threading

    mine = threading.current_thread()
    is_left = any(thread is not mine and not thread.daemon for thread in threading.enumerate())
    if "multiprocessing" in sys.modules:
        for process in sys.modules["multiprocessing"].active_children():
            is_left = True
            process.kill()
    if is_left:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
