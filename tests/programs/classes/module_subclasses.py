"""Instances of classes below that of modules, whose `__init__` need not call that of modules."""

import types
from importlib.machinery import ModuleSpec


class Silent(types.ModuleType):
    def __init__(self, *arguments, **options):
        self.given = arguments, options


class Named(types.ModuleType):
    def __init__(self, name, *, loud=False):
        super().__init__(name, "text")
        self.loud = loud

    def __getattr__(self, name):
        if name.startswith("missing"):
            raise AttributeError(name)
        return name.upper()


def attempt(text, function):
    try:
        print(text, function())
    except Exception as error:
        print(text, type(error).__name__, error)


silent = Silent(1, 2, option=3)
attempt("annotations", lambda: silent.__annotations__)
attempt("the same", lambda: silent.__annotations__ is silent.__annotations__)
attempt("given", lambda: silent.given)
attempt("repr", lambda: repr(silent))
attempt("missing", lambda: silent.other)
attempt("name", lambda: silent.__name__)
attempt("variables", lambda: vars(silent))
silent.__annotations__ = {"x": int}
attempt("assigned", lambda: silent.__annotations__)
del silent.__annotations__
attempt("deleted", lambda: silent.__annotations__)

named = Named("names", loud=True)
attempt("getattr", lambda: named.word)
attempt("missing", lambda: named.missing_word)
attempt("own", lambda: (named.loud, named.__name__, named.__doc__))
named.__annotate__ = lambda form: {"y": form}
attempt("annotate", lambda: Named.__getattr__(named, "abc"))

bare = types.ModuleType.__new__(types.ModuleType)
attempt("bare", lambda: bare.__annotations__)
attempt("bare repr", lambda: repr(bare))
bare.__init__("later")
attempt("later", lambda: repr(bare))

plain = types.ModuleType("plain")
attempt("plain", lambda: repr(plain))
plain.__file__ = "a file"
attempt("file", lambda: repr(plain))
plain.__name__ = 3
attempt("number", lambda: repr(plain))
del plain.__name__
attempt("no name", lambda: repr(plain))
plain.__spec__ = ModuleSpec("specified", None)
attempt("spec", lambda: repr(plain))
plain.__spec__ = ModuleSpec("specified", None, origin="here")
attempt("origin", lambda: repr(plain))
plain.__spec__.has_location = True
attempt("location", lambda: repr(plain))
