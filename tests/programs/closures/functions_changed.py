# What makes a function can be changed, and what may not be is refused.
def first(a, b=2):
    return a, b


print(first(1), first.__name__)
first.__defaults__ = ("new",)
print(first(1))
first.__type_params__ = (int, str)
print(first.__type_params__)
first.__name__ = "renamed"
first.__qualname__ = "Some.renamed"
print(first.__name__, first.__qualname__)
for attribute, wrong in (
    ("__defaults__", [1]),
    ("__kwdefaults__", ()),
    ("__name__", 1),
    ("__qualname__", None),
    ("__type_params__", [1]),
    ("__closure__", None),
    ("__globals__", {}),
):
    try:
        setattr(first, attribute, wrong)
    except (AttributeError, TypeError, ValueError) as error:
        print(attribute, type(error).__name__, error)
