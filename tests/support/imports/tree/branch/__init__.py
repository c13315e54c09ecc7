print("branch", __name__)
from . import twig
from .. import leaf
leaf.value += 1
