"""Puts pip where packages are installed: the wheel of it that is part of the program."""

import os
import sys


def version():
    """The version of pip that comes with the program."""
    import _imp
    return _imp.pip_wheel()[0].split("-")[1]


_SCRIPT = """\
#!{executable}
import sys
from pip._internal.cli.main import main
if __name__ == '__main__':
    sys.argv[0] = sys.argv[0].removesuffix('.exe')
    sys.exit(main())
"""


# pip asks for modules that are missing here, most of them for the network. Where there are none
# of its own, those that import without need get names.
_NAMES = """
try:
    import _motet_pip
except ImportError:
    pass
"""


def bootstrap(
    *, root=None, upgrade=False, user=False, altinstall=False, default_pip=False, verbosity=0
):
    """Unpacks pip, and writes the scripts that run it."""
    import _imp
    import io
    import sysconfig
    import zipfile

    if altinstall and default_pip:
        raise ValueError("Cannot use altinstall and default_pip together")
    scheme = "posix_user" if user else sysconfig.get_default_scheme()
    packages = sysconfig.get_path("purelib", scheme)
    scripts = sysconfig.get_path("scripts", scheme)
    if root:
        packages, scripts = [
            os.path.join(root, path.lstrip(os.sep)) for path in (packages, scripts)
        ]
    if os.path.isdir(os.path.join(packages, "pip")) and not upgrade:
        return
    for folder in (packages, scripts):
        os.makedirs(folder, exist_ok=True)
    name, content = _imp.pip_wheel()
    with zipfile.ZipFile(io.BytesIO(content)) as wheel:
        wheel.extractall(packages)
    with open(os.path.join(packages, "pip", "__init__.py"), "a", encoding="utf-8") as file:
        file.write(_NAMES)
    names = [f"pip{sys.version_info[0]}.{sys.version_info[1]}"]
    if not altinstall:
        names.append(f"pip{sys.version_info[0]}")
    if default_pip:
        names.append("pip")
    for script in names:
        path = os.path.join(scripts, script)
        with open(path, "w", encoding="utf-8") as file:
            file.write(_SCRIPT.format(executable=sys.executable))
        os.chmod(path, 0o755)
    if verbosity >= 0:
        print(f"Successfully installed {name.removesuffix('.whl')}")


def _main(argv=None):
    import argparse
    parser = argparse.ArgumentParser(color=True)
    parser.add_argument("--version", action="version", version=f"pip {version()}")
    parser.add_argument("-v", "--verbose", action="count", default=0, dest="verbosity")
    parser.add_argument("-U", "--upgrade", action="store_true", default=False)
    parser.add_argument("--user", action="store_true", default=False)
    parser.add_argument("--root", default=None)
    parser.add_argument("--altinstall", action="store_true", default=False)
    parser.add_argument("--default-pip", action="store_true", default=False)
    args = parser.parse_args(argv)
    bootstrap(
        root=args.root, upgrade=args.upgrade, user=args.user, altinstall=args.altinstall,
        default_pip=args.default_pip, verbosity=args.verbosity,
    )
    return 0
