# Code that runs in a dict imports relative to the package that the dict names.
import os
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    package = os.path.join(folder, "family")
    os.makedirs(os.path.join(package, "inner"))
    for name in ("__init__.py", "sibling.py", "inner/__init__.py", "inner/child.py"):
        with open(os.path.join(package, name), "w"):
            pass
    sys.path.insert(0, folder)
    import family.inner

    for names in (
        {"__package__": "family"},
        {"__name__": "family.other"},
        {"__name__": "family", "__path__": []},
        {"__name__": "other"},
        {},
    ):
        try:
            exec("from . import sibling\nfrom .inner import child", names)
            print(names["sibling"].__name__, names["child"].__name__)
        except (ImportError, KeyError) as error:
            print(type(error).__name__, error)
    names = {"__package__": "family.inner"}
    exec("def function():\n    from .. import sibling\n    return sibling.__name__", names)
    print(names["function"]())
    print(family.inner.__cached__ == family.inner.__spec__.cached, family.__spec__.cached is None)
