from ..leaf import value as seen
print("twig", __name__, __package__, seen)
