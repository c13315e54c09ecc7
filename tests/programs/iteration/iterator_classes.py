# Classes of iterators that programs see seldom.

import _string
import copy


def show(name, iterator):
    kind = type(iterator)
    print(name, kind.__name__, kind.__module__, iter(iterator) is iterator)
    print("  ", hasattr(iterator, "__length_hint__"), hasattr(iterator, "__setstate__"))
    for attempt in (kind, iterator.__reduce__, lambda: setattr(iterator, "x", 1)):
        try:
            print("  ", attempt())
        except (TypeError, AttributeError) as error:
            print("  ", type(error).__name__, error)


def function(a):
    b = a
    return b


code = function.__code__
show("alias", iter(list[int]))
show("lines", code.co_lines())
show("positions", code.co_positions())
show("format", _string.formatter_parser("a{b!r:c}d"))
show("field", _string.formatter_field_name_split("a.b[c]")[1])

iterator = iter(dict[str, int])
print(next(iterator), iterator.__reduce__(), list(iterator))
print(list(copy.copy(iter(tuple[int, ...]))), [*list[int]])
print({line for _, _, line in code.co_lines()} >= {code.co_firstlineno + 1})
print(len(list(code.co_positions())) > 1)

for text in (
    "a{b!r:c}d", "{", "}", "{a", "{a!", "{a!r", "{a!rx}", "{!}", "{a:{b}", "{a!}", "{a!:}", "{{}}",
    "{a:{b}}", "{a[}]}", "{a[b}", "{a{b}}", "{a!}}", "{:}}", "{a!r:", "x{a}y{b}z", "{a:}", "{}{}",
):
    try:
        print(repr(text), list(_string.formatter_parser(text)))
    except ValueError as error:
        print(repr(text), error)
for text in (
    "a[", "a[]", "a.", "a..b", "a[b]c", "", "0", "0.a", "[x]", "a[1][b].c", "9" * 30, "a[" + "9" * 30 + "]",
):
    try:
        first, rest = _string.formatter_field_name_split(text)
        print(repr(text), repr(first), list(rest))
    except ValueError as error:
        print(repr(text), error)
