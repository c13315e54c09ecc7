"""Abstract base classes: the functions of `abc.ABCMeta`.

Answers are kept for each class in dicts, so that a question that was asked before only reads.
"""

_missing = object()
# How often a class was registered: negative answers from before do not count.
_versions = [0]


class _abc_data:
    """The records of one abstract base class. Answers in them are found natively by `isinstance`, for classes
    whose metaclass asks by `check`, which is that of `ABCMeta`."""

    check = None
    versions = _versions

    def __init__(self):
        self.cache = {}
        self.negative = {}
        self.version = _versions[0]
        self.registry = {}


def get_cache_token():
    return _versions[0]


def _abc_init(cls):
    abstract = {
        name
        for name, value in list(cls.__dict__.items())
        if getattr(value, "__isabstractmethod__", False)
    }
    for base in cls.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            value = getattr(cls, name, None)
            if getattr(value, "__isabstractmethod__", False):
                abstract.add(name)
    cls.__abstractmethods__ = frozenset(abstract)
    if _abc_data.check is None:
        # This is `abc.ABC`, the first class of all.
        _abc_data.check = type(cls).__instancecheck__
    cls._abc_impl = _abc_data()


def _abc_register(cls, subclass):
    if not isinstance(subclass, type):
        raise TypeError("Can only register classes")
    if issubclass(subclass, cls):
        return subclass
    if issubclass(cls, subclass):
        raise RuntimeError("Refusing to create an inheritance cycle")
    cls._abc_impl.registry[subclass] = True
    # Patterns of `match` ask the classes for this, not the registry.
    flags = getattr(cls, "__abc_tpflags__", 0)
    if flags:
        try:
            subclass.__abc_tpflags__ = flags
        except TypeError:
            pass
    _versions[0] += 1
    return subclass


def _abc_instancecheck(cls, instance):
    subclass = instance.__class__
    data = cls._abc_impl
    if subclass in data.cache:
        return True
    subtype = type(instance)
    if subtype is subclass:
        if data.version == _versions[0] and subclass in data.negative:
            return False
        return cls.__subclasscheck__(subclass)
    return cls.__subclasscheck__(subclass) or cls.__subclasscheck__(subtype)


def _abc_subclasscheck(cls, subclass):
    if not isinstance(subclass, type):
        raise TypeError("issubclass() arg 1 must be a class")
    data = cls._abc_impl
    if subclass in data.cache:
        return True
    if data.version != _versions[0]:
        data.negative = {}
        data.version = _versions[0]
    elif subclass in data.negative:
        return False
    answer = cls.__subclasshook__(subclass)
    if answer is NotImplemented:
        answer = _is_below(cls, subclass, data)
    if answer:
        data.cache[subclass] = True
        return True
    data.negative[subclass] = True
    return False


def _is_below(cls, subclass, data):
    if cls in getattr(subclass, "__mro__", ()):
        return True
    for registered in list(data.registry):
        if issubclass(subclass, registered):
            return True
    for below in cls.__subclasses__():
        if issubclass(subclass, below):
            return True
    return False


def _get_dump(cls):
    data = cls._abc_impl
    from _weakref import ref

    noted = data.registry, data.cache, data.negative
    return *({ref(known) for known in classes} for classes in noted), data.version


def _reset_registry(cls):
    cls._abc_impl.registry = {}


def _reset_caches(cls):
    cls._abc_impl.cache = {}
    cls._abc_impl.negative = {}
