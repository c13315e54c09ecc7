"""What a filter of warnings lets through how often, and what is noted in which registry."""
import warnings


def told(action, texts, registry=None, category=UserWarning):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter(action)
        for line, text in enumerate(texts):
            warnings.warn_explicit(text, category, "file.py", line // 2, registry=registry)
    return [(str(warning.message), warning.lineno) for warning in seen]


def shown(registry):
    return sorted([
        (key if isinstance(key, str) else (key[0], key[1].__name__, *key[2:]), value)
        for key, value in registry.items() if key != "version"
    ], key=repr)


TEXTS = ["x", "x", "x", "y", "y", "x"]
for action in "once", "module", "default", "always", "all", "ignore", "error":
    for registry in None, {}:
        try:
            print(action, told(action, TEXTS, registry))
        except UserWarning as warning:
            print(action, "raised", warning)
        if registry:
            print(action, shown(registry))

# A change of the filters forgets what was told.
for _ in range(2):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("once")
        for _ in range(3):
            warnings.warn("again")
        for module in "first", "second":
            exec("import warnings\nfor _ in 1, 2: warnings.warn('own')", {"__name__": module})
        print([str(warning.message) for warning in seen])

registry = {}
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("once")
    for _ in range(2):
        warnings.warn_explicit("x", UserWarning, "file", 1, registry=registry)
    warnings.filterwarnings("once", message="other")
    warnings.warn_explicit("x", UserWarning, "file", 1, registry=registry)
    print(len(seen), shown(registry))

for arguments in (
    ("x", UserWarning, "file", 1, "module", []),
    ("x", UserWarning, "file", "line"),
    ("x", UserWarning),
):
    try:
        warnings.warn_explicit(*arguments)
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
with warnings.catch_warnings():
    warnings.filters.insert(0, ("unknown", None, Warning, None, 0))
    try:
        warnings.warn_explicit("new", UserWarning, "file", 1)
    except RuntimeError as error:
        print(str(error).partition(":")[0])
