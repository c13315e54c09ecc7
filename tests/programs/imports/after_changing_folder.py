"""Modules beside a program are found after it has changed its folder; their files are absolute."""
import os
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    folder = os.path.realpath(folder)
    with open(os.path.join(folder, "beside.py"), "w") as file:
        file.write("name = __name__\n")
    with open(os.path.join(folder, "program.py"), "w") as file:
        file.write(
            "import os, sys\n"
            "os.chdir('/')\n"
            "import beside\n"
            f"print(beside.name, beside.__file__ == {folder!r} + '/beside.py')\n"
            f"print(sys.path[0] == {folder!r}, sys.argv, os.path.isabs(__file__))\n"
        )
    for command in (["program.py"], ["./program.py", "x"]):
        done = subprocess.run(
            [sys.executable, *command], cwd=folder, capture_output=True, text=True
        )
        print(done.stdout + done.stderr, end="")
