"""`mappingproxy` over dicts, classes below `dict`, and other mappings: what their own methods say counts."""
import collections
import types


class Own(dict):
    def __getitem__(self, key):
        return f"own {key}"

    def values(self):
        return ["own values"]

    def keys(self):
        return ["own keys"]


class Missing(dict):
    def __missing__(self, key):
        return f"missing {key}"


class Plain(dict):
    pass


class Key:
    def __hash__(self):
        return hash("a")

    def __eq__(self, other):
        return other == "a"

    def __repr__(self):
        return "Key"


class Shown:
    attribute = 1


mappings = [{"a": 1, "b": 2}, collections.OrderedDict(a=1, b=2), collections.defaultdict(list, a=1), Own(a=1), Missing(a=1),
            Plain(a=1), collections.ChainMap({"a": 1}), collections.UserDict(a=1), collections.Counter("aab")]
for mapping in mappings:
    proxy = types.MappingProxyType(mapping)
    print(type(mapping).__name__, list(proxy.keys()), list(proxy.values()), list(proxy.items()), len(proxy))
    for key in ("a", "zz", Key(), 1, [], (1, [])):
        try:
            print(proxy[key], end=" ")
        except (KeyError, TypeError) as error:
            print(type(error).__name__, error, end=" ")
    print(proxy.get("a"), proxy.get("zz", 5), "a" in proxy)
    values = proxy.values()
    if not isinstance(mapping, Own):
        mapping["new"] = "n"
        print(list(values), proxy["new"])
own = vars(Shown)
print(own["attribute"], "attribute" in list(own.keys()), 1 in list(own.values()), ("attribute", 1) in list(own.items()))
Plain.values = lambda self: ["later"]
print(list(types.MappingProxyType(Plain(a=1)).values()))
Plain.__getitem__ = lambda self, key: "later"
print(types.MappingProxyType(Plain(a=1))["b"])
