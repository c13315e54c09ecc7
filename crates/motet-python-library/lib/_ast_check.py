"""From trees that a program has made to those that the compiler takes; refuses a tree that is none
of a program, in CPython's words."""

import _ast
from _ast import AST, _SHAPES

_FUTURE_ANNOTATIONS = 0x0100_0000
_SUMS = {
    name: getattr(_ast, name)
    for name in (
        "mod", "stmt", "expr", "expr_context", "boolop", "operator", "unaryop", "cmpop",
        "excepthandler", "pattern", "type_ignore", "type_param", "comprehension", "arguments",
        "arg", "keyword", "alias", "withitem", "match_case",
    )
}
_REFUSED_NAMES = {"None", "True", "False"}
# Statements, and their fields that may not be empty.
_NOT_EMPTY = {
    "FunctionDef": ("body",), "AsyncFunctionDef": ("body",), "ClassDef": ("body",),
    "Delete": ("targets",), "Assign": ("targets",), "For": ("body",), "AsyncFor": ("body",),
    "While": ("body",), "If": ("body",), "With": ("items", "body"), "AsyncWith": ("items", "body"),
    "Match": ("cases",), "Try": ("body",), "TryStar": ("body",), "Import": ("names",),
    "ImportFrom": ("names",), "Global": ("names",), "Nonlocal": ("names",),
    "ExceptHandler": ("body",), "match_case": ("body",),
}
# Expressions, and the field by which long chains of them go down: `a + b + c`, `a.b().c[0]`.
_CHAINS = {"BinOp": "left", "Attribute": "value", "Call": "func", "Subscript": "value"}
# The compiler takes trees of this height (`HEIGHT_MAX` of its `depth.rs`), and refuses higher ones.
_CHAIN_MAX = 32_000
_COMPREHENSIONS = {"ListComp", "SetComp", "DictComp", "GeneratorExp"}
# Fields whose expressions are bound or deleted.
_BOUND = {
    ("Assign", "targets"): "Store", ("AugAssign", "target"): "Store",
    ("AnnAssign", "target"): "Store", ("For", "target"): "Store", ("AsyncFor", "target"): "Store",
    ("NamedExpr", "target"): "Store", ("comprehension", "target"): "Store",
    ("withitem", "optional_vars"): "Store", ("TypeAlias", "name"): "Store",
    ("Delete", "targets"): "Del",
}
_WITH_CONTEXT = {"Attribute", "Subscript", "Starred", "Name", "List", "Tuple"}
_ANNOTATIONS = {
    ("arg", "annotation"), ("AnnAssign", "annotation"), ("FunctionDef", "returns"),
    ("AsyncFunctionDef", "returns"),
}


def _shape_of(node):
    for cls in type(node).__mro__:
        shape = _SHAPES.get(cls)
        if shape is not None:
            return cls, shape
    return None, None


def _chained(node):
    """The expression that a chain goes down to from a node, if it does."""
    field = _CHAINS.get(type(node).__name__)
    if field is None:
        return None
    inner = getattr(node, field, None)
    return inner if isinstance(inner, _ast.expr) else None


class Converter:
    def __init__(self, flags):
        self.texts = bool(flags & _FUTURE_ANNOTATIONS)

    def node(self, node, kind, context="Load"):
        if kind == "expr" and _chained(node) is not None:
            return self.chain(node, context)
        return self.one(node, kind, context)

    def chain(self, node, context):
        """A chain of expressions, from its innermost on: as it may be long, by a loop."""
        outer = []
        while (inner := _chained(node)) is not None:
            outer.append((node, context))
            if len(outer) > _CHAIN_MAX:
                raise RecursionError("maximum recursion depth exceeded during compilation")
            node, context = inner, "Load"
        made = self.one(node, "expr", context)
        for node, context in reversed(outer):
            made = self.one(node, "expr", context, made)
        return made

    def one(self, node, kind, context, first=None):
        """A node. `first` is the field that a chain goes down by, if that is made already."""
        sum_class = _SUMS[kind]
        if not isinstance(node, sum_class):
            for name in sum_class._attributes[:2]:
                self.required(node, name, kind)
            raise TypeError(f"expected some sort of {kind}, but got {node!r}")
        cls, shape = _shape_of(node)
        if cls is None:
            raise TypeError(f"expected some sort of {kind}, but got {node!r}")
        name = cls.__name__
        place = self.place(node, kind, sum_class)
        if kind == "mod":
            self.look_for_future(node)
        if kind == "expr":
            self.check_context(node, name, context)
        done = None if first is None else _CHAINS[name]
        fields = [
            first if row[0] == done else self.field(node, name, row, context) for row in shape
        ]
        check = getattr(self, "check_" + name, None)
        if check is not None:
            check(node)
        for field in _NOT_EMPTY.get(name, ()):
            if not getattr(node, field):
                raise ValueError(f"empty {field} on {name}")
        if name in _COMPREHENSIONS and not node.generators:
            raise ValueError("comprehension with no generators")
        return name, fields, place

    def look_for_future(self, tree):
        for statement in getattr(tree, "body", ()) if type(tree) is _ast.Module else ():
            if type(statement) is _ast.ImportFrom and statement.module == "__future__":
                if any(alias.name == "annotations" for alias in statement.names):
                    self.texts = True

    def place(self, node, kind, sum_class):
        if not sum_class._attributes:
            return None
        numbers = []
        for name in ("lineno", "col_offset"):
            numbers.append(self.whole(self.required(node, name, kind)))
        for index, name in enumerate(("end_lineno", "end_col_offset")):
            value = getattr(node, name, None)
            if value is None:
                if kind in ("pattern", "type_param"):
                    self.required(node, name, kind)
                value = numbers[index]
            numbers.append(self.whole(value))
        line, column, end_line, end_column = numbers
        if line > end_line:
            raise ValueError(f"AST node line range ({line}, {end_line}) is not valid")
        if (line < 0 and end_line != line) or (column < 0 and column != end_column):
            raise ValueError(
                f"AST node column range ({column}, {end_column}) for line range "
                f"({line}, {end_line}) is not valid"
            )
        if line == end_line and column > end_column:
            raise ValueError(
                f"line {line}, column {column}-{end_column} is not a valid range"
            )
        return tuple([min(max(number, 0), 0x7fff_ffff) for number in numbers])

    def required(self, node, name, kind):
        try:
            return getattr(node, name)
        except AttributeError:
            raise TypeError(f'required field "{name}" missing from {kind}') from None

    def whole(self, value):
        if not isinstance(value, int):
            raise ValueError(f"invalid integer value: {value!r}")
        return int(value)

    def field(self, node, name, row, context):
        field, kind, is_list, may_miss = row
        try:
            value = getattr(node, field)
        except AttributeError:
            if may_miss and not is_list:
                return None
            if is_list:
                value = []
            else:
                raise TypeError(f'required field "{field}" missing from {name}') from None
        bound = _BOUND.get((name, field), "Load")
        if name in ("Tuple", "List", "Starred") and field in ("elts", "value"):
            bound = context
        if is_list:
            if not isinstance(value, list):
                raise TypeError(
                    f'{name} field "{field}" must be a list, not a {type(value).__name__}'
                )
            return [self.item(item, kind, may_miss, bound) for item in list(value)]
        if value is None and kind != "constant":
            if may_miss:
                return None
            raise ValueError(f"field '{field}' is required for {name}")
        made = self.value(value, kind, bound)
        if name == "Interpolation" and field == "str":
            made = value if isinstance(value, str) else ""
        elif self.texts and (name, field) in _ANNOTATIONS:
            from ast import unparse
            made = (made, unparse(value))
        return made

    def item(self, item, kind, may_miss, bound):
        if item is None:
            if may_miss:
                return None
            if kind == "stmt":
                raise ValueError("None disallowed in statement list")
            if kind == "expr":
                raise ValueError("None disallowed in expression list")
        return self.value(item, kind, bound)

    def value(self, value, kind, bound):
        if kind in _SUMS:
            return self.node(value, kind, bound)
        if kind == "identifier":
            if not isinstance(value, str):
                raise TypeError("AST identifier must be of type str")
            if value in _REFUSED_NAMES:
                raise ValueError(f"identifier field can't represent '{value}' constant")
            return value
        if kind == "string":
            if not isinstance(value, (str, bytes)):
                raise TypeError("AST string must be of type str")
            return None
        if kind == "int":
            return self.whole(value)
        self.check_value(value)
        return (value,)

    def check_value(self, value):
        if value is None or value is Ellipsis or type(value) in (
            bool, int, float, complex, str, bytes,
        ):
            return
        if type(value) in (tuple, frozenset):
            for item in value:
                self.check_value(item)
            return
        raise TypeError(f"got an invalid type in Constant: {type(value).__name__}")

    def check_context(self, node, name, context):
        if name in _WITH_CONTEXT:
            own = type(self.required(node, "ctx", name)).__name__
            if own != context and own in ("Load", "Store", "Del"):
                raise ValueError(
                    f"expression must have {context} context but has {own} instead"
                )
        elif context != "Load":
            raise ValueError(f"expression which can't be assigned to in {context} context")

    def check_BoolOp(self, node):
        if len(node.values) < 2:
            raise ValueError("BoolOp with less than 2 values")

    def check_Dict(self, node):
        if len(node.keys) != len(node.values):
            raise ValueError("Dict doesn't have the same number of keys as values")

    def check_Compare(self, node):
        if not node.comparators:
            raise ValueError("Compare with no comparators")
        if len(node.comparators) != len(node.ops):
            raise ValueError("Compare has a different number of comparators and operands")

    def check_Raise(self, node):
        if node.exc is None and node.cause is not None:
            raise ValueError("Raise with cause but no exception")

    def check_ImportFrom(self, node):
        if node.level is not None and node.level < 0:
            raise ValueError("Negative ImportFrom level")

    def check_Try(self, node):
        name = type(node).__name__
        if not node.handlers and not node.finalbody:
            raise ValueError(f"{name} has neither except handlers nor finalbody")
        if not node.handlers and node.orelse:
            raise ValueError(f"{name} has orelse but no except handlers")

    check_TryStar = check_Try

    def check_AnnAssign(self, node):
        if node.simple and not isinstance(node.target, _ast.Name):
            raise TypeError("AnnAssign with simple non-Name target")

    def check_arguments(self, node):
        if len(node.defaults) > len(node.posonlyargs) + len(node.args):
            raise ValueError("more positional defaults than args on arguments")
        if len(node.kw_defaults) != len(node.kwonlyargs):
            raise ValueError(
                "length of kwonlyargs is not the same as kw_defaults on arguments"
            )

    def check_MatchMapping(self, node):
        if len(node.keys) != len(node.patterns):
            raise ValueError(
                "MatchMapping doesn't have the same number of keys as patterns"
            )

    def check_MatchClass(self, node):
        if len(node.kwd_attrs) != len(node.kwd_patterns):
            raise ValueError(
                "MatchClass doesn't have the same number of keyword attributes as patterns"
            )

    def check_MatchOr(self, node):
        if len(node.patterns) < 2:
            raise ValueError("MatchOr requires at least 2 patterns")

    def check_MatchStar(self, node):
        if node.name == "_":
            raise ValueError("can't capture name '_' in patterns")

    def check_MatchAs(self, node):
        if node.name == "_":
            raise ValueError("can't capture name '_' in patterns")
        if node.pattern is not None and node.name is None:
            raise ValueError("MatchAs must specify a target name if a pattern is given")
