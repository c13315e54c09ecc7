# What cannot be a parameter, a bound or a value is refused; evaluators of given values have texts.
import time
from annotationlib import Format
from string.templatelib import Interpolation, Template
from typing import Optional, ParamSpec, TypeAliasType, TypeVar, Unpack
import pickle

T = TypeVar("T", bound=int)
D = TypeVar("D", default=str)
P = ParamSpec("P")
for parameters in ((D, T), (1,), (T, 2), 42, (T, D), (D, P)):
    try:
        print(TypeAliasType("A", int, type_params=parameters).__type_params__)
    except TypeError as error:
        print(error)
for bound in (Optional, (1, 2)):
    try:
        TypeVar("X", bound=bound)
    except TypeError as error:
        print(error)

type Alias = tuple[int, str]
print((*Alias,)[0] == Unpack[Alias])
for evaluate in (T.evaluate_bound, TypeVar("C", int, str).evaluate_constraints, D.evaluate_default):
    print(evaluate, evaluate(Format.VALUE), repr(evaluate(Format.STRING)))
    try:
        type(evaluate)(1)
    except TypeError as error:
        print(error)

for base in (Template, Interpolation, type(iter(t""))):
    try:
        type("Below", (base,), {})
    except TypeError as error:
        print(error)
for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
    template = pickle.loads(pickle.dumps(t"a{1!r:>{5}}b", protocol))
    print(template.strings, template.interpolations)

for arguments in (
    (range(9), {"tm_zone": "zone"}),
    (range(10), {"tm_zone": "zone"}),
    (range(9), {"tm_year": 0}),
    (range(9), {"other": 0}),
    (range(9), None),
):
    try:
        print(time.struct_time(*arguments).tm_zone)
    except TypeError as error:
        print(error)
