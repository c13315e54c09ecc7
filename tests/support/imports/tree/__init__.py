"""A package."""
print("tree begins", __name__, __package__, __spec__.name, __spec__.parent)
from . import leaf
from .branch import twig as renamed
hidden = "hidden"
__all__ = ["leaf", "shown", "branch"]
shown = 1
print("tree ends")
