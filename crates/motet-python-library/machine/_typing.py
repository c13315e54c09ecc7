"""Type parameters, aliases, unions and generic aliases: the objects of the syntax for types."""

from _typing_core import make_union


class _NoDefaultType:
    """The type of the NoDefault singleton."""

    __slots__ = ()

    def __new__(cls):
        return NoDefault

    def __repr__(self):
        return "typing.NoDefault"

    def __reduce__(self):
        return "NoDefault"


NoDefault = object.__new__(_NoDefaultType)


@staticmethod
def _idfunc(value):
    return value


def _caller():
    import sys

    return sys._getframe().f_globals.get("__name__")


class _Constant:
    """The evaluator of a value that was given: a text of it is made where one is asked for."""

    __slots__ = ("_value",)
    _TEXT = 4

    def __new__(cls, *arguments, **named):
        raise TypeError("cannot create '_typing._ConstEvaluator' instances")

    @classmethod
    def _of(cls, value):
        self = object.__new__(cls)
        self._value = value
        return self

    def __call__(self, format=1, /):
        if format != self._TEXT:
            return self._value
        from annotationlib import type_repr

        if isinstance(self._value, tuple):
            return f"({', '.join([type_repr(one) for one in self._value])})"
        return type_repr(self._value)

    def __repr__(self):
        return f"<constevaluator {self._value!r}>"


_Constant.__module__ = "_typing"
_Constant.__name__ = _Constant.__qualname__ = "_ConstEvaluator"


class _Lazy:
    """A value that is given, or a function that evaluates it once it is asked for."""

    __slots__ = ("evaluate", "value")

    def __init__(self, value=None, evaluate=None):
        self.value = value
        self.evaluate = evaluate

    def get(self):
        if self.evaluate is not None:
            self.value = self.evaluate(1)
            self.evaluate = None
        return self.value

    def function(self):
        if self.evaluate is not None:
            return self.evaluate
        return _Constant._of(self.value)


class _Parameter:
    def has_default(self):
        return self._default.evaluate is not None or self._default.value is not NoDefault

    @property
    def __default__(self):
        return self._default.get()

    @property
    def evaluate_default(self):
        return self._default.function() if self.has_default() else None

    def __reduce__(self):
        return self.__name__

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)

    def _sign(self):
        if self.__infer_variance__:
            return ""
        return "+" if self.__covariant__ else "-" if self.__contravariant__ else "~"


def _given_default(default):
    return _Lazy(default)


class TypeVar(_Parameter):
    def __typing_prepare_subst__(self, alias, arguments):
        parameters = alias.__parameters__
        index = parameters.index(self)
        if index < len(arguments):
            return arguments
        if index == len(arguments) and self.has_default():
            return (*arguments, self.__default__)
        needed = [one for one in parameters if not one.has_default()]
        raise TypeError(
            f"Too few arguments for {alias}; "
            f"actual {len(arguments)}, expected at least {len(needed)}"
        )

    def __typing_subst__(self, argument):
        from typing import _typevar_subst

        return _typevar_subst(self, argument)

    def __init__(
        self,
        name,
        *constraints,
        bound=None,
        default=NoDefault,
        covariant=False,
        contravariant=False,
        infer_variance=False,
    ):
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if infer_variance and (covariant or contravariant):
            raise ValueError("Variance cannot be specified with infer_variance.")
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        if bound is not None:
            from typing import _type_check

            bound = _type_check(bound, "Bound must be a type.")
        self.__name__ = name
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        self.__infer_variance__ = bool(infer_variance)
        self._bound = _Lazy(bound)
        self._constraints = _Lazy(constraints)
        self._default = _given_default(default)
        self.__module__ = _caller()

    @property
    def __bound__(self):
        return self._bound.get()

    @property
    def __constraints__(self):
        return self._constraints.get()

    @property
    def evaluate_bound(self):
        if self._bound.evaluate is None and self._bound.value is None:
            return None
        return self._bound.function()

    @property
    def evaluate_constraints(self):
        if self._constraints.evaluate is None and not self._constraints.value:
            return None
        return self._constraints.function()

    def __repr__(self):
        return self._sign() + self.__name__


class _ParamSpecPart:
    """The positional (or keyword) arguments of a `ParamSpec`."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.{self._part}"

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self.__origin__ == other.__origin__

    def __hash__(self):
        return hash((self.__origin__, self._part))


class ParamSpecArgs(_ParamSpecPart):
    _part = "args"


class ParamSpecKwargs(_ParamSpecPart):
    _part = "kwargs"


class ParamSpec(_Parameter):
    def __typing_subst__(self, argument):
        from typing import _paramspec_subst

        return _paramspec_subst(self, argument)

    def __typing_prepare_subst__(self, alias, arguments):
        from typing import _paramspec_prepare_subst

        return _paramspec_prepare_subst(self, alias, arguments)

    def __init__(
        self,
        name,
        *,
        bound=None,
        default=NoDefault,
        covariant=False,
        contravariant=False,
        infer_variance=False,
    ):
        self.__name__ = name
        self.__bound__ = bound
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        self.__infer_variance__ = bool(infer_variance)
        self._default = _given_default(default)
        self.__module__ = _caller()

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __repr__(self):
        return self._sign() + self.__name__


class TypeVarTuple(_Parameter):
    def __typing_subst__(self, argument):
        raise TypeError("Substitution of bare TypeVarTuple is not supported")

    def __typing_prepare_subst__(self, alias, arguments):
        from typing import _typevartuple_prepare_subst

        return _typevartuple_prepare_subst(self, alias, arguments)

    def __init__(self, name, *, default=NoDefault):
        self.__name__ = name
        self._default = _given_default(default)
        self.__module__ = _caller()

    def __iter__(self):
        from typing import Unpack

        return iter((Unpack[self],))

    def __repr__(self):
        return self.__name__


def _check_parameters(parameters):
    """Refuses what cannot be the parameters of an alias."""
    if not isinstance(parameters, tuple):
        raise TypeError("type_params must be a tuple")
    has_default = False
    for one in parameters:
        if not isinstance(one, (TypeVar, ParamSpec, TypeVarTuple)):
            raise TypeError(f"Expected a type param, got {one!r}")
        if one.has_default():
            has_default = True
        elif has_default:
            raise TypeError(
                f"non-default type parameter '{one!r}' follows default type parameter"
            )


class TypeAliasType:
    def __init__(self, name, value, *, type_params=()):
        _check_parameters(type_params)
        self.__name__ = name
        self._value = _Lazy(value)
        self.__type_params__ = type_params
        self.__module__ = _caller()

    def __iter__(self):
        from typing import Unpack

        return iter((Unpack[self],))

    @property
    def __value__(self):
        return self._value.get()

    @property
    def evaluate_value(self):
        return self._value.function()

    @property
    def __parameters__(self):
        parts = []
        for one in self.__type_params__:
            parts.extend(one if isinstance(one, TypeVarTuple) else (one,))
        return tuple(parts)

    def __getitem__(self, parameters):
        if not self.__type_params__:
            raise TypeError("Only generic type aliases are subscriptable")
        return GenericAlias(self, parameters)

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)

    def __reduce__(self):
        return self.__name__

    def __repr__(self):
        return self.__name__


def _is_unpacked(value):
    is_class = isinstance(value, type)
    return not is_class and getattr(value, "__typing_is_unpacked_typevartuple__", False)


def _flattened(arguments):
    """The arguments of a subscription, with those of unpacked tuples in their place."""
    flat = []
    for one in arguments:
        parts = None
        if not isinstance(one, type):
            parts = getattr(one, "__typing_unpacked_tuple_args__", None)
        if parts is None or parts and parts[-1] is ...:
            flat.append(one)
        else:
            flat.extend(parts)
    return tuple(flat)


def _alias_item(alias, arguments):
    """`alias[...]`: the arguments in the place of its type parameters."""
    return GenericAlias(alias.__origin__, _substituted(alias, arguments))


def _substituted(alias, arguments):
    """The arguments of an alias (or union) with others in the place of its type parameters."""
    parameters = alias.__parameters__
    if not parameters:
        raise TypeError(f"{alias!r} is not a generic class")
    given = _flattened(arguments if isinstance(arguments, tuple) else (arguments,))
    for parameter in parameters:
        prepare = getattr(type(parameter), "__typing_prepare_subst__", None)
        if prepare is not None:
            given = parameter.__typing_prepare_subst__(alias, given)
    if len(given) != len(parameters):
        few = "many" if len(given) > len(parameters) else "few"
        raise TypeError(
            f"Too {few} arguments for {alias!r}; "
            f"actual {len(given)}, expected {len(parameters)}"
        )
    return _changed(alias.__args__, dict(zip(parameters, given)))


def _changed(arguments, values):
    changed = []
    for one in arguments:
        if isinstance(one, type):
            changed.append(one)
        elif isinstance(one, (tuple, list)):
            changed.append(type(one)(_changed(one, values)))
        else:
            new = _with_values(one, values)
            if not _is_unpacked(one):
                changed.append(new)
            elif isinstance(new, tuple):
                changed.extend(new)
            else:
                raise TypeError(
                    "expected __typing_subst__ of "
                    f"{type(one).__name__} objects to return a tuple"
                )
    return tuple(changed)


def _with_values(one, values):
    if hasattr(one, "__typing_subst__"):
        return one.__typing_subst__(values[one])
    inner = getattr(one, "__parameters__", ())
    if not isinstance(inner, tuple) or not inner:
        return one
    parts = []
    for parameter in inner:
        value = values.get(parameter, parameter)
        if isinstance(parameter, TypeVarTuple) and isinstance(value, tuple):
            parts.extend(value)
        else:
            parts.append(value)
    return one[tuple(parts)]


GenericAlias = type(list[int])


Union = type(int | str)


def _can_join(value):
    return (
        value is None
        or isinstance(value, (type, GenericAlias, Union, _Parameter, TypeAliasType, str))
        or hasattr(value, "__origin__")
    )


def _joined(members):
    """The union of types that may be its members."""
    found = []
    for one in members:
        for part in one.__args__ if isinstance(one, Union) else (one,):
            if part not in found:
                found.append(part)
    return found[0] if len(found) == 1 else make_union(tuple(found))


def _union(*members):
    """The union of types; NotImplemented if one of them is none."""
    if not all([_can_join(one) for one in members]):
        return NotImplemented
    from typing import _type_convert

    return _joined([_type_convert(one) for one in members])


def _as_members(parameters):
    from typing import _type_check

    message = "Union[arg, ...]: each arg must be a type."
    return [_type_check(one, message) for one in parameters]


def _union_of(cls, parameters):
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    return _joined(_as_members(parameters))


def _union_with(first, second):
    """A union with one more member, which need not be a type."""
    return _joined(_as_members((first, second)))


def _union_item(union, arguments):
    """A union with types in the place of its parameters."""
    return _joined(_substituted(union, arguments))


class Generic:
    """The base of classes with type parameters."""

    __slots__ = ()

    def __class_getitem__(cls, parameters):
        from typing import _generic_class_getitem

        return _generic_class_getitem(cls, parameters)

    def __init_subclass__(cls, *arguments, **named):
        from typing import _generic_init_subclass

        _generic_init_subclass(cls, *arguments, **named)


def _generic_base(parameters):
    from typing import Unpack, _GenericAlias

    parts = [Unpack[one] if isinstance(one, TypeVarTuple) else one for one in parameters]
    return _GenericAlias(Generic, tuple(parts))


def _make_parameter(kind, name, bound, default):
    made = object.__new__((TypeVar, TypeVar, TypeVar, ParamSpec, TypeVarTuple)[kind])
    made.__name__ = name
    made._default = _Lazy(NoDefault, default)
    if kind < 3:
        made._bound = _Lazy(None, bound if kind == 1 else None)
        made._constraints = _Lazy((), bound if kind == 2 else None)
    else:
        made.__bound__ = None
    if kind < 4:
        made.__covariant__ = made.__contravariant__ = False
        made.__infer_variance__ = True
    made.__module__ = "typing"
    return made


def _make_alias(name, parameters, value, module):
    made = object.__new__(TypeAliasType)
    made.__name__ = name
    made._value = _Lazy(None, value)
    made.__type_params__ = parameters
    made.__module__ = module
    return made


def _refuse_subclass(name):
    @classmethod
    def refuse(cls, **named):
        raise TypeError(f"type 'typing.{name}' is not an acceptable base type")

    return refuse


for _class in (
    _NoDefaultType,
    TypeVar,
    ParamSpec,
    ParamSpecArgs,
    ParamSpecKwargs,
    TypeVarTuple,
    TypeAliasType,
    Generic,
):
    _class.__module__ = "typing"
    if _class is not Generic:
        _class.__init_subclass__ = _refuse_subclass(_class.__name__)
_NoDefaultType.__name__ = _NoDefaultType.__qualname__ = "NoDefaultType"
