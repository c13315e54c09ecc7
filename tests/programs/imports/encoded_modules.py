# Modules whose first lines name an encoding, and those that are not written in theirs.
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
with tempfile.TemporaryDirectory() as folder:
    sys.path.insert(0, folder)
    for encoding, text in (
        ("latin-1", "é"), ("iso-8859-15", "€"), ("shift_jis", "日本"), ("koi8-r", "Ж"), ("cp949", "한국"),
    ):
        name = "module_" + encoding.replace("-", "_")
        Path(folder, name + ".py").write_bytes(f"# coding: {encoding}\r\nx = '{text}'\r\n".encode(encoding))
        print(name, ascii(__import__(name).x))
    for name, content in (("wrong", b"x = '\xa4'\n"), ("unknown", b"# coding: fake\n"), ("half", b"# coding: cp949\nx = '\xc7'\n")):
        Path(folder, name + ".py").write_bytes(content)
        try:
            __import__(name)
        except SyntaxError as error:
            print(name, type(error).__name__)
