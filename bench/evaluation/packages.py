"""The packages that programs of the set `library` need, in a folder of their own."""

import importlib.machinery
import subprocess
import sys

from evaluation.catalogue import BENCH, ROOT

FOLDER = ROOT / "target" / "bench-packages"
REQUIREMENTS = BENCH / "library" / "requirements.txt"
# Every contender gets the same files, whichever Python installs them; those of 3.14.1 refuse it.
PYTHON_VERSION = "3.14.2"


def is_there(name):
    """Whether a package lies in the folder."""
    return importlib.machinery.PathFinder.find_spec(name, [str(FOLDER)]) is not None


def prepared(programs, say):
    """Installs what is missing; the programs that can run now, and a word about the others."""
    missing = {name for program in programs for name in program.needs if not is_there(name)}
    if missing:
        complaint = install(say)
        missing = {name for name in missing if not is_there(name)}
        if missing:
            say(f"bench/run: not installed: {', '.join(sorted(missing))} ({complaint})")
    left_out = [program.title for program in programs if missing.intersection(program.needs)]
    if left_out:
        say(f"bench/run: left out: {', '.join(left_out)}")
    return [program for program in programs if program.title not in left_out]


def install(say):
    """Fetches the packages of the set; what pip says last."""
    say(f"bench/run: installs packages into {FOLDER.relative_to(ROOT)}")
    lines = fetch(FOLDER, REQUIREMENTS).stdout.strip().splitlines()
    return lines[-1] if lines else "pip says nothing"


def fetch(folder, requirements):
    """Puts packages into a folder by pip, without the parts that are not Python; pip's process, ended."""
    options = ["--quiet", "--no-deps", "--ignore-requires-python", "--only-binary=:all:"]
    options += ["--disable-pip-version-check", f"--python-version={PYTHON_VERSION}"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder)]
    answer = subprocess.run(
        [*command, "-r", str(requirements)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    for native in folder.rglob("*.so"):
        native.unlink()
    return answer
