# A small project with passing, failing and parametrized tests, fixtures, and tests in threads; then
# tests of which each runs in four threads at once.
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor

import pytest

PROJECT = '''
import threading
import pytest

@pytest.fixture
def numbers():
    yield [1, 2, 3]

@pytest.fixture(scope="module", params=["a", "b"])
def letter(request):
    return request.param

def test_passes(numbers):
    assert sum(numbers) == 6

def test_fails(numbers):
    assert sum(numbers) == 7, "the sum"

@pytest.mark.parametrize("n, square", [(2, 4), (3, 9)])
def test_square(n, square, letter):
    assert n * n == square and letter in "ab"

def test_raises(tmp_path, monkeypatch, capsys):
    with pytest.raises(ZeroDivisionError, match="by zero"):
        1 / 0
    (tmp_path / "a").write_text("b")
    monkeypatch.setenv("MOTET_PACKAGES", "x")
    print("told")
    assert capsys.readouterr().out == "told\\n" and (tmp_path / "a").read_text() == "b"

@pytest.mark.skip(reason="not now")
def test_skipped():
    pass

@pytest.mark.xfail
def test_expected():
    assert [1, 2] == [1, 3]

def test_threads():
    found = []
    def work():
        found.append(sum(i * i for i in range(1000)))
    threads = [threading.Thread(target=work) for _ in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert found == [332833500] * 4
'''


class Reports:
    def __init__(self):
        self.outcomes = []

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.skipped:
            self.outcomes.append(report.outcome)


PARALLEL = '''
import threading
import pytest

lock, counts = threading.Lock(), {"safe": 0}

@pytest.fixture
def numbers():
    return list(range(200))

@pytest.mark.parametrize("power", [1, 2, 3])
def test_sums(numbers, power):
    assert sum(n ** power for n in numbers) == {1: 19900, 2: 2646700, 3: 396010000}[power]

def test_counts():
    for n in range(50):
        with lock:
            counts["safe"] += 1

def test_counted():
    assert counts["safe"] == 200

def test_fails(numbers):
    with pytest.raises(IndexError):
        numbers[1000]
    assert numbers[-1] == 200

def test_files(tmp_path):
    path = tmp_path / threading.current_thread().name
    path.write_text("text")
    assert path.read_text() == "text"
'''


class InThreads:
    "Runs the function of each test in four threads at once."

    threads = 4

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem):
        names = pyfuncitem._fixtureinfo.argnames
        given = {name: pyfuncitem.funcargs[name] for name in names}
        with ThreadPoolExecutor(self.threads) as pool:
            runs = [pool.submit(pyfuncitem.obj, **given) for _ in range(self.threads)]
        for run in runs:
            run.result()
        return True


def run(name, project, *plugins):
    "The exit code, and how often a test ended how."
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, name), "w") as file:
            file.write(project)
        reports = Reports()
        arguments = ["-q", "-p", "no:cacheprovider", folder]
        status = pytest.main(arguments, plugins=[reports, *plugins])
    outcomes = ("passed", "failed", "skipped")
    return status, {outcome: reports.outcomes.count(outcome) for outcome in outcomes}


status, counts = run("test_project.py", PROJECT)
assert status == 1, status
assert counts == {"passed": 7, "failed": 1, "skipped": 2}, counts
status, counts = run("test_parallel.py", PARALLEL, InThreads())
assert status == 1, status
assert counts == {"passed": 6, "failed": 1, "skipped": 0}, counts
print("ok")
