# A small project with passing, failing and parametrized tests, fixtures, and tests in threads.
# (Without the plugin that tells where a crash was: Motet has no `faulthandler`.)
import os
import tempfile

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


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "test_project.py"), "w") as file:
        file.write(PROJECT)
    reports = Reports()
    arguments = ["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", folder]
    status = pytest.main(arguments, plugins=[reports])
assert status == 1, status
counts = {name: reports.outcomes.count(name) for name in ("passed", "failed", "skipped")}
assert counts == {"passed": 7, "failed": 1, "skipped": 2}, counts
print("ok")
