# Slots of bases are no defaults; the types of descriptors.
import types
from dataclasses import dataclass, field, fields


@dataclass(slots=True)
class B:
    type: str
    prop: str


@dataclass(slots=True)
class C(B):
    type: str
    x: int = 3


print(C(1, 2, 3), C(1, 2), types.MemberDescriptorType, types.GetSetDescriptorType)
print(type(B.__dict__["type"]) is types.MemberDescriptorType, [f.name for f in fields(C)])


@dataclass(slots=True, weakref_slot=True)
class W(B):
    extra: list = field(default_factory=list)


print(W("a", "b"), W.__slots__, "__dict__" in W.__dict__, hasattr(W("a", "b"), "__dict__"))
