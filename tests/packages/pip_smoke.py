# An environment of its own, a wheel made here, pip that installs it without a network.
import base64
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile

FILES = {
    "tinypkg/__init__.py": "value = 42\n\n\ndef main():\n    print('tiny', value)\n",
    "tinypkg-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: tinypkg\nVersion: 1.0\n",
    "tinypkg-1.0.dist-info/WHEEL": (
        "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    ),
    "tinypkg-1.0.dist-info/entry_points.txt": "[console_scripts]\ntiny = tinypkg:main\n",
}


def make_wheel(path):
    record = ""
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in FILES.items():
            wheel.writestr(name, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())
            record += f"{name},sha256={digest.rstrip(b'=').decode()},{len(text)}\n"
        place = "tinypkg-1.0.dist-info/RECORD"
        wheel.writestr(place, record + f"{place},,\n")


options = [f"-X{name}={value}" for name, value in sys._xoptions.items()]
environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def run(*command):
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


with tempfile.TemporaryDirectory() as folder:
    wheel = os.path.join(folder, "tinypkg-1.0-py3-none-any.whl")
    make_wheel(wheel)
    place = os.path.join(folder, "env")
    run(sys.executable, *options, "-m", "venv", place)
    python = os.path.join(place, "bin", "python")
    pip = (python, *options, "-m", "pip")
    said = run(*pip, "install", "--no-index", "--disable-pip-version-check", wheel)
    assert "Successfully installed tinypkg-1.0" in said, said
    assert "tinypkg 1.0" in run(*pip, "list", "--disable-pip-version-check")
    shown = run(python, *options, "-c", "import tinypkg; print(tinypkg.value, tinypkg.__file__)")
    assert shown.startswith("42 " + place), shown
    assert run(os.path.join(place, "bin", "tiny")) == "tiny 42\n"
    run(*pip, "uninstall", "-y", "tinypkg")
    gone = subprocess.run([python, *options, "-c", "import tinypkg"], stderr=subprocess.DEVNULL)
    assert gone.returncode == 1
print("ok")
