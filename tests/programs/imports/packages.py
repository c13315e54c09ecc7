import sys
sys.path.insert(0, __file__.rpartition("/")[0] + "/../../support/imports")
import tree
print(tree.__name__, tree.__doc__, tree.shown, tree.hidden, tree.leaf.value)
print(tree.renamed is tree.branch.twig, tree.branch.__package__)
import tree.branch.twig as t
print(t.__name__, t is sys.modules["tree.branch.twig"])
import tree.empty.thing
print(tree.empty.thing.inside, tree.empty.__spec__.origin, list(tree.empty.__path__)[0][-5:])
print(hasattr(tree.empty, "__file__"))
from tree import *
print(sorted([n for n in ["leaf", "shown", "branch", "hidden"] if n in globals()]))
from starred import *
print(a, c(), "_b" in globals())
for name in ["tree.nothing", "nothing.tree", "tree.leaf.deep", "tree.branch.none.more"]:
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        print(error, "|", error.name)
try:
    from tree import missing
except ImportError as error:
    print(type(error).__name__, str(error).split(" (")[0])
try:
    from tree.leaf import missing
except ImportError as error:
    print(type(error).__name__, str(error).split(" (")[0])
print(__import__("tree.branch").__name__, __import__("tree.branch", fromlist=["x"]).__name__)
print(__import__("tree.branch", None, None, ("twig",), 0).__name__)
import tree.leaf
print(tree.leaf.value)
print(__name__, __package__, __spec__)
