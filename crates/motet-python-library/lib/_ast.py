"""Syntax trees: the classes of their nodes, and the way between trees and code.

The parser and the compiler know trees as nested tuples (`_ast_core`): class name, fields, place.
"""

import _ast_core

PyCF_ONLY_AST = 0x0400
PyCF_TYPE_COMMENTS = 0x1000
PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x2000
PyCF_OPTIMIZED_AST = 0x8000 | PyCF_ONLY_AST

# A sum is a base class and the nodes below it; a `*` marks a list, a `?` an optional field.
_SUMS = """
mod
 Module(stmt* body, type_ignore* type_ignores)
 Interactive(stmt* body)
 Expression(expr body)
 FunctionType(expr* argtypes, expr returns)
stmt
 FunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment, type_param* type_params)
 AsyncFunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment, type_param* type_params)
 ClassDef(identifier name, expr* bases, keyword* keywords, stmt* body, expr* decorator_list, type_param* type_params)
 Return(expr? value)
 Delete(expr* targets)
 Assign(expr* targets, expr value, string? type_comment)
 TypeAlias(expr name, type_param* type_params, expr value)
 AugAssign(expr target, operator op, expr value)
 AnnAssign(expr target, expr annotation, expr? value, int simple)
 For(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)
 AsyncFor(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)
 While(expr test, stmt* body, stmt* orelse)
 If(expr test, stmt* body, stmt* orelse)
 With(withitem* items, stmt* body, string? type_comment)
 AsyncWith(withitem* items, stmt* body, string? type_comment)
 Match(expr subject, match_case* cases)
 Raise(expr? exc, expr? cause)
 Try(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)
 TryStar(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)
 Assert(expr test, expr? msg)
 Import(alias* names)
 ImportFrom(identifier? module, alias* names, int? level)
 Global(identifier* names)
 Nonlocal(identifier* names)
 Expr(expr value)
 Pass
 Break
 Continue
expr
 BoolOp(boolop op, expr* values)
 NamedExpr(expr target, expr value)
 BinOp(expr left, operator op, expr right)
 UnaryOp(unaryop op, expr operand)
 Lambda(arguments args, expr body)
 IfExp(expr test, expr body, expr orelse)
 Dict(expr?* keys, expr* values)
 Set(expr* elts)
 ListComp(expr elt, comprehension* generators)
 SetComp(expr elt, comprehension* generators)
 DictComp(expr key, expr value, comprehension* generators)
 GeneratorExp(expr elt, comprehension* generators)
 Await(expr value)
 Yield(expr? value)
 YieldFrom(expr value)
 Compare(expr left, cmpop* ops, expr* comparators)
 Call(expr func, expr* args, keyword* keywords)
 FormattedValue(expr value, int conversion, expr? format_spec)
 Interpolation(expr value, constant str, int conversion, expr? format_spec)
 JoinedStr(expr* values)
 TemplateStr(expr* values)
 Constant(constant value, string? kind)
 Attribute(expr value, identifier attr, expr_context ctx)
 Subscript(expr value, expr slice, expr_context ctx)
 Starred(expr value, expr_context ctx)
 Name(identifier id, expr_context ctx)
 List(expr* elts, expr_context ctx)
 Tuple(expr* elts, expr_context ctx)
 Slice(expr? lower, expr? upper, expr? step)
expr_context
 Load
 Store
 Del
boolop
 And
 Or
operator
 Add
 Sub
 Mult
 MatMult
 Div
 Mod
 Pow
 LShift
 RShift
 BitOr
 BitXor
 BitAnd
 FloorDiv
unaryop
 Invert
 Not
 UAdd
 USub
cmpop
 Eq
 NotEq
 Lt
 LtE
 Gt
 GtE
 Is
 IsNot
 In
 NotIn
excepthandler
 ExceptHandler(expr? type, identifier? name, stmt* body)
pattern
 MatchValue(expr value)
 MatchSingleton(constant value)
 MatchSequence(pattern* patterns)
 MatchMapping(expr* keys, pattern* patterns, identifier? rest)
 MatchClass(expr cls, pattern* patterns, identifier* kwd_attrs, pattern* kwd_patterns)
 MatchStar(identifier? name)
 MatchAs(pattern? pattern, identifier? name)
 MatchOr(pattern* patterns)
type_ignore
 TypeIgnore(int lineno, string tag)
type_param
 TypeVar(identifier name, expr? bound, expr? default_value)
 ParamSpec(identifier name, expr? default_value)
 TypeVarTuple(identifier name, expr? default_value)
"""

# Nodes that are of no sum.
_PRODUCTS = """
 comprehension(expr target, expr iter, expr* ifs, int is_async)
 arguments(arg* posonlyargs, arg* args, arg? vararg, arg* kwonlyargs, expr?* kw_defaults, arg? kwarg, expr* defaults)
 arg(identifier arg, expr? annotation, string? type_comment)
 keyword(identifier? arg, expr value)
 alias(identifier name, identifier? asname)
 withitem(expr context_expr, expr? optional_vars)
 match_case(pattern pattern, expr? guard, stmt* body)
"""

_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")
_PLACED = {"stmt", "expr", "excepthandler", "arg", "keyword", "alias"}
_PLACED_WHOLLY = {"pattern", "type_param"}


class AST:
    _fields = ()
    _attributes = ()
    _field_types = {}
    __match_args__ = ()

    def __init__(self, *args, **kwargs):
        cls = type(self)
        fields = cls._fields
        if len(args) > len(fields):
            many = "" if len(fields) == 1 else "s"
            raise TypeError(
                f"{cls.__name__} constructor takes at most {len(fields)} positional argument{many}"
            )
        missing = set(fields)
        for name, value in zip(fields, args):
            setattr(self, name, value)
            missing.discard(name)
        for name, value in kwargs.items():
            if name in fields:
                if name not in missing:
                    raise TypeError(
                        f"{cls.__name__} got multiple values for argument {name!r}"
                    )
                missing.discard(name)
            elif name not in cls._attributes:
                _warn(
                    f"{cls.__name__}.__init__ got an unexpected keyword argument {name!r}. "
                    "Support for arbitrary keyword arguments is deprecated and will be removed "
                    "in Python 3.15."
                )
            setattr(self, name, value)
        if missing:
            self._fill(cls, [name for name in fields if name in missing])

    def _fill(self, cls, missing):
        types = cls._field_types
        for name in missing:
            if name not in types:
                if "_field_types" in cls.__dict__ or not types:
                    _warn(
                        f"Field {name!r} is missing from {cls.__name__}._field_types. "
                        "This will become an error in Python 3.15."
                    )
                continue
            kind = types[name]
            if type(kind) is _Union:
                continue
            if type(kind) is _Alias:
                setattr(self, name, [])
            elif kind is expr_context:
                setattr(self, name, _SINGLETONS["Load"])
            else:
                _warn(
                    f"{cls.__name__}.__init__ missing 1 required positional argument: {name!r}. "
                    "This will become an error in Python 3.15."
                )

    def __reduce_ex__(self, protocol):
        import copyreg
        return copyreg.__newobj__, (type(self),), self.__dict__ or None

    def __replace__(self, /, **changes):
        cls = type(self)
        known = {*cls._fields, *cls._attributes}
        values = dict(self.__dict__)
        for name in changes:
            if name not in known and name not in values:
                raise TypeError(
                    f"{cls.__name__}.__replace__ got an unexpected keyword argument {name!r}."
                )
        values.update(changes)
        for name in cls._fields:
            if name not in values and not hasattr(cls, name):
                raise TypeError(
                    f"{cls.__name__}.__replace__ missing 1 keyword argument: {name!r}."
                )
        made = cls.__new__(cls)
        made.__dict__.update(values)
        return made

    def __repr__(self):
        return _shown(self, 3)


def _warn(message):
    import warnings
    warnings.warn(message, DeprecationWarning, stacklevel=3)


def _shown(node, depth):
    name = type(node).__name__
    if not node._fields:
        return f"{name}()"
    if depth <= 0:
        return f"{name}(...)"
    parts = []
    for field in node._fields:
        try:
            value = getattr(node, field)
        except AttributeError:
            continue
        parts.append(f"{field}={_shown_value(value, depth - 1)}")
    return f"{name}({', '.join(parts)})"


def _shown_value(value, depth):
    if isinstance(value, AST):
        return _shown(value, depth)
    if isinstance(value, list) and value:
        shown = [_shown_value(value[0], depth)]
        if len(value) > 2:
            shown.append("...")
        if len(value) > 1:
            shown.append(_shown_value(value[-1], depth))
        return f"[{', '.join(shown)}]"
    return repr(value)


_Union = type(int | None)
_Alias = type(list[int])
_BUILTIN = {"identifier": str, "string": str, "int": int, "constant": object}
# For the parser: class name to (class or only instance, names of the fields).
_MAKERS = {}
_SINGLETONS = {}
# For the compiler: class to its fields, as (name, kind, is a list, may be missing).
_SHAPES = {}


def _define():
    names = globals()

    def new_class(name, base, placed, wholly, doc, fields):
        body = {
            "__module__": "ast", "__doc__": doc, "_fields": fields, "__match_args__": fields,
        }
        if base is AST or placed:
            body["_attributes"] = _PLACE if placed else ()
            if placed and not wholly:
                body["end_lineno"] = body["end_col_offset"] = None
        cls = names[name] = type(name, (base,), body)
        return cls

    rows = []
    base = AST
    for line in (_SUMS + "-" + _PRODUCTS).splitlines():
        if line == "-":
            base = AST
        elif line.startswith(" "):
            name, _, rest = line.strip().partition("(")
            parts = [part.split(" ") for part in rest.rstrip(")").split(", ") if part]
            fields = tuple([part[1] for part in parts])
            own = base is AST and name in _PLACED
            cls = new_class(name, base, own, False, line.strip(), fields)
            rows.append((name, cls, parts))
        elif line:
            wholly = line in _PLACED_WHOLLY
            base = new_class(line, AST, wholly or line in _PLACED, wholly, line, ())
    for name, cls, parts in rows:
        types, shape = {}, []
        for kind, field in parts:
            plain = kind.rstrip("?*")
            found = _BUILTIN.get(plain) or names[plain]
            is_list, may_miss = kind.endswith("*"), "?" in kind
            if is_list:
                types[field] = list[found]
            elif may_miss:
                types[field] = found | None
                setattr(cls, field, None)
            else:
                types[field] = found
            shape.append((field, plain, is_list, may_miss))
        cls._field_types = types
        _SHAPES[cls] = shape
        made = cls
        if not parts and not cls._attributes:
            made = _SINGLETONS[name] = cls()
        _MAKERS[name] = (made, cls._fields)
    for doc, kind in (
        ("mod", "Module | Interactive | Expression | FunctionType"),
        ("expr_context", "Load | Store | Del"),
        ("boolop", "And | Or"),
    ):
        names[doc].__doc__ = f"{doc} = {kind}"
    AST.__module__ = "ast"


_define()
del _define, _SUMS, _PRODUCTS


def _parse(source, filename, mode, flags):
    """The tree of a text."""
    return _ast_core.parse(source, filename, mode, _MAKERS)


def _compile(tree, filename, mode, flags, optimize):
    """The code (or, if that is asked for, the tree) that a tree is."""
    if not isinstance(tree, AST):
        raise TypeError("compile() arg 1 must be a string, bytes or AST object")
    if flags & PyCF_ONLY_AST:
        return tree
    wanted = {"exec": Module, "eval": Expression, "single": Interactive}[mode]
    if not isinstance(tree, wanted):
        raise TypeError(f"expected {wanted.__name__} node, got {type(tree).__name__}")
    from _ast_check import Converter
    node = Converter(flags).node(tree, "mod")
    return _ast_core.compile(node, filename, mode, flags, optimize)
