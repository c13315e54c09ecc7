# A script, a folder, an archive, compiled code, a module and a command each say how they came to be.
import os
import py_compile
import subprocess
import sys
import tempfile
import zipfile

TEXT = """
import sys
loader = __loader__ if isinstance(__loader__, type) else type(__loader__)
print(loader.__name__, __name__, __package__, __spec__ and (__spec__.name, __spec__.has_location))
print(globals().get("__file__", "none"), sys.path[0], sys.argv[1:])
"""


def run(*words):
    found = subprocess.run([sys.executable, *words], capture_output=True, text=True, cwd=folder)
    text = found.stdout + found.stderr.replace(sys.executable, "python")
    print(text.replace(folder, "FOLDER"), "status", found.returncode)


with tempfile.TemporaryDirectory() as folder:
    folder = os.path.realpath(folder)
    package = os.path.join(folder, "package")
    os.mkdir(package)
    os.mkdir(os.path.join(folder, "empty"))
    script = os.path.join(folder, "script.py")
    for name in (script, os.path.join(package, "__main__.py"), os.path.join(package, "part.py")):
        with open(name, "w") as file:
            file.write(TEXT)
    with zipfile.ZipFile(os.path.join(folder, "archive.zip"), "w") as archive:
        archive.write(script, "__main__.py")
    with open(os.path.join(folder, "broken.py"), "w") as file:
        file.write("import nothing_of_this_name\n")
    print("a script")
    run(script, "word")
    print("a folder")
    run(package, "word")
    run("empty")
    print("an archive")
    run("archive.zip", "word")
    print("compiled code")
    compiled = os.path.join(folder, "compiled.pyc")
    py_compile.compile(script, compiled)
    run(compiled, "word")
    py_compile.compile(script, os.path.join(package, "__main__.pyc"))
    os.remove(os.path.join(package, "__main__.py"))
    run(package)
    print("a module")
    run("-m", "package", "word")
    run("-m", "package.part")
    for name in ("missing", "package.missing", "script.py", ".part", "empty", "script.inner"):
        run("-m", name)
    print("a command")
    run("-c", TEXT, "word")
