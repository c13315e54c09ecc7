# Options and variables of a program that another one starts: the text of -c is dedented, wrong
# limits are refused, processors can be told, compiled code can lie in another folder.
import os
import subprocess
import sys
import tempfile

environment = {name: os.environ[name] for name in os.environ if not name.startswith("PYTHON")}


def run(*words, **variables):
    ended = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env=environment | variables
    )
    return ended.returncode, ended.stdout


print(run("-c", "\n    print('one')\n    if True:\n        print('two')\n  \n"))
print(run("-c", "\t \tprint('three')\n\t\n\t \tprint('four')"))
print(run("-c", "  print('five')\n print('six')")[0])

digits = "import sys; print(sys.flags.int_max_str_digits, sys.get_int_max_str_digits())"
for given in ("0", "4000", "639", "none"):
    print(given, run("-X", "int_max_str_digits=" + given, "-c", digits))
    print(given, run("-c", digits, PYTHONINTMAXSTRDIGITS=given))
print(run("-X", "int_max_str_digits=5000", "-c", digits, PYTHONINTMAXSTRDIGITS="4000"))

count = "import os; print(os.cpu_count(), os.process_cpu_count())"
print(run("-X", "cpu_count=4321", "-c", count), run("-c", count, PYTHON_CPU_COUNT="1234"))
print(run("-X", "cpu_count=5", "-c", count, PYTHON_CPU_COUNT="6"))
print(run("-X", "cpu_count=0", "-c", count)[0], run("-c", count, PYTHON_CPU_COUNT="x")[0])
print(run("-X", "cpu_count=default", "-c", count, PYTHON_CPU_COUNT="7")[1].split()[0] == "7")

flags = "import sys; print(sys.flags.debug, sys.flags.optimize, sys.flags.dont_write_bytecode)"
print(run("-c", flags, PYTHONDEBUG="2", PYTHONOPTIMIZE="2", PYTHONDONTWRITEBYTECODE="2"))

with tempfile.TemporaryDirectory() as folder:
    sources, kept = os.path.join(folder, "sources"), os.path.join(folder, "kept")
    os.mkdir(sources)
    with open(os.path.join(sources, "part.py"), "w") as file:
        file.write("print('imported')\n")
    program = "import sys, importlib.util as util; print(sys.pycache_prefix == sys.argv[1]); "
    program += "import part; path = util.cache_from_source(part.__file__); "
    program += "print(path == part.__cached__, path.startswith(sys.argv[1]));"
    program += "print(util.source_from_cache(path) == part.__file__)"
    for words, variables in (
        (("-X", "pycache_prefix=" + kept), {}),
        ((), {"PYTHONPYCACHEPREFIX": kept}),
    ):
        print(run(*words, "-c", program, kept, PYTHONPATH=sources, **variables))
    names = [name for _, _, names in os.walk(kept) for name in names if name.startswith("part")]
    print(len(names), os.listdir(sources))
for words, variables in (
    (("-X", "pycache_prefix="), {"PYTHONPYCACHEPREFIX": "kept"}),
    ((), {}),
):
    print(run(*words, "-c", "import sys; print(sys.pycache_prefix)", **variables))
