# Files beside a package's modules: importlib.resources.
import importlib.resources as resources
import os
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    package = os.path.join(folder, "with_data")
    os.makedirs(os.path.join(package, "more"))
    for name, text in (("__init__.py", "x = 1\n"), ("data.txt", "some text\n"), ("more/deep.bin", "\0\1")):
        with open(os.path.join(package, name), "w") as file:
            file.write(text)
    sys.path.insert(0, folder)
    import with_data

    files = resources.files("with_data")
    print(files.joinpath("data.txt").read_text(), files.joinpath("more", "deep.bin").read_bytes())
    print(sorted(it.name for it in files.iterdir() if it.name != "__pycache__"))
    print(resources.read_text(with_data, "data.txt"), resources.is_resource(with_data, "data.txt"))
    print((files / "missing").is_file(), resources.is_resource(with_data, "more"))
    with resources.as_file(files / "data.txt") as path:
        print(path.name, path.read_text() == "some text\n")
    with resources.open_binary(with_data, "data.txt") as file:
        print(file.read())
    reader = with_data.__loader__.get_resource_reader("with_data")
    print(reader.is_resource("data.txt"), sorted(set(reader.contents()) - {"__pycache__"}))
    try:
        resources.read_text(with_data, "missing")
    except FileNotFoundError:
        print("FileNotFoundError")
