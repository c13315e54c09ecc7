"""The objects of t-strings."""

from _typing import GenericAlias


def _final(cls, **named):
    name = cls.__mro__[1].__name__
    raise TypeError(f"type 'string.templatelib.{name}' is not an acceptable base type")


class _Iterator:
    __slots__ = ("_parts",)
    __init_subclass__ = classmethod(_final)

    def __init__(self, template):
        parts = []
        for index, text in enumerate(template.strings):
            if text:
                parts.append(text)
            if index < len(template.interpolations):
                parts.append(template.interpolations[index])
        self._parts = iter(parts)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._parts)


def _refuse(name):
    def fail(self, *arguments):
        raise AttributeError("readonly attribute")

    fail.__name__ = name
    return fail


class Interpolation:
    __slots__ = ("_value", "_expression", "_conversion", "_format_spec")
    __match_args__ = ("value", "expression", "conversion", "format_spec")

    def __new__(cls, value, expression="", conversion=None, format_spec=""):
        if conversion is not None and not isinstance(conversion, str):
            raise TypeError(
                "Interpolation() argument 'conversion' must be str, "
                f"not {type(conversion).__name__}"
            )
        if conversion not in (None, "s", "r", "a"):
            raise ValueError(
                "Interpolation() argument 'conversion' must be one of 's', 'a' or 'r'"
            )
        self = object.__new__(cls)
        self._value = value
        self._expression = expression
        self._conversion = conversion
        self._format_spec = format_spec
        return self

    def __init__(self, *arguments, **named):
        pass

    __init_subclass__ = classmethod(_final)

    def __class_getitem__(cls, parameters):
        return GenericAlias(cls, parameters)

    def __reduce__(self):
        fields = self._value, self._expression, self._conversion, self._format_spec
        return Interpolation, fields

    value = property(lambda self: self._value)
    expression = property(lambda self: self._expression)
    conversion = property(lambda self: self._conversion)
    format_spec = property(lambda self: self._format_spec)

    def __repr__(self):
        return (
            f"Interpolation({self._value!r}, {self._expression!r}, "
            f"{self._conversion!r}, {self._format_spec!r})"
        )


class Template:
    __slots__ = ("_strings", "_interpolations")

    def __class_getitem__(cls, parameters):
        return GenericAlias(cls, parameters)

    def __new__(cls, *parts):
        strings = [""]
        interpolations = []
        for part in parts:
            if isinstance(part, str):
                strings[-1] += part
            elif isinstance(part, Interpolation):
                interpolations.append(part)
                strings.append("")
            else:
                raise TypeError(
                    "Template.__new__ *args need to be of type 'str' or 'Interpolation', "
                    f"got {type(part).__name__}"
                )
        return cls._of(tuple(strings), tuple(interpolations))

    def __init__(self, *parts):
        pass

    @classmethod
    def _of(cls, strings, interpolations):
        self = object.__new__(cls)
        self._strings = strings
        self._interpolations = interpolations
        return self

    __init_subclass__ = classmethod(_final)

    def __reduce__(self):
        from string.templatelib import _template_unpickle

        return _template_unpickle, (self._strings, self._interpolations)

    strings = property(lambda self: self._strings)
    interpolations = property(lambda self: self._interpolations)

    @property
    def values(self):
        return tuple([one.value for one in self._interpolations])

    def __iter__(self):
        return _Iterator(self)

    def __add__(self, other):
        if not isinstance(other, Template):
            if isinstance(other, str):
                raise TypeError(
                    'can only concatenate string.templatelib.Template (not "str") '
                    "to string.templatelib.Template"
                )
            return NotImplemented
        strings = (
            self._strings[:-1]
            + (self._strings[-1] + other._strings[0],)
            + other._strings[1:]
        )
        return Template._of(strings, self._interpolations + other._interpolations)

    def __repr__(self):
        return f"Template(strings={self._strings!r}, interpolations={self._interpolations!r})"


for _class in (Template, Interpolation, _Iterator):
    _class.__module__ = "string.templatelib"
_Iterator.__name__ = _Iterator.__qualname__ = "TemplateIter"


def _make(strings, parts):
    interpolations = tuple([Interpolation(*part) for part in parts])
    return Template._of(strings, interpolations)
