# expected output written by hand: needs 3.14
# A virtual environment with a copy of the interpreter knows the interpreter it was made from; its
# script works for a shell that stops at each error and keeps no table of programs.
import os
import subprocess
import sys
import tempfile
import venv

SCRIPT = """
set -eu
hash () {{ return 1; }}
export PYTHONHOME=/nowhere
. {activate}
echo "${{PYTHONHOME:-none}}"
deactivate
echo "$PYTHONHOME ${{VIRTUAL_ENV:-none}}"
"""

with tempfile.TemporaryDirectory() as folder:
    folder = os.path.realpath(folder)
    for links in False, True:
        made = os.path.join(folder, f"made{links:d}")
        venv.create(made, symlinks=links)
        program = os.path.join(made, "bin", os.path.basename(sys.executable))
        asked = "import sys; print(sys.executable); print(sys._base_executable); print(sys.prefix)"
        told = subprocess.run([program, "-c", asked], capture_output=True, text=True).stdout.split()
        print(told[0] == program, os.path.samefile(told[1], sys.executable), told[2] == made)
        script = SCRIPT.format(activate=os.path.join(made, "bin", "activate"))
        done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True)
        print(done.stdout.split(), done.stderr, done.returncode)
