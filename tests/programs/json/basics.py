import json

values = [None, True, False, 0, -5, 10**20, 1.5, -0.0, 1e100, "", "text", "quote\" back\\ slash/ \b\f\n\r\t \x01 é 😀", [], {}, [1, [2, {"a": []}]],
          {"b": 1, "a": [None, {"x": 1.0}]}, (1, 2), {1: "int", None: "none", True: "true", 1.5: "float"}]
for value in values:
    text = json.dumps(value)
    print(text, json.loads(text) == value)
data = {"name": "x", "list": [1, 2, {"k": [True]}], "empty": {}, "none": []}
print(json.dumps(data, indent=2))
print(json.dumps(data, indent="--", sort_keys=True, separators=(",", ":")))
print(json.dumps(data, sort_keys=True), json.dumps("é", ensure_ascii=False))
print(json.dumps([float("nan"), float("inf"), -float("inf")]), json.loads("[NaN, Infinity, -Infinity]"))
print(json.loads('{"a": 1, "a": 2}'), json.loads(' [1 , 2.5e3 , "\\u00e9\\ud83d\\ude00" , null ] '))
print(json.loads("1"), json.loads("-1.5"), json.loads('"x"'), json.loads(b'{"b": [1]}'))
print(json.loads('{"a": {"b": 1}}', object_hook=lambda d: sorted(d.items())), json.loads('{"a": 1, "b": 2}', object_pairs_hook=list))
print(json.loads("[1.5, 2]", parse_float=str, parse_int=lambda s: s + "!"))
for bad in ["", "{", "[1,", "[1,]", '{"a"}', '{"a":}', "{'a':1}", '"abc', '"\\x"', "nul", "01", "1 2", '{"a":1,}', '["a\nb"]', "[1 2]", "-", '"\\ud8"', "tru"]:
    try:
        print(json.loads(bad))
    except json.JSONDecodeError as error:
        print(repr(bad), "|", error, "|", error.pos, error.lineno, error.colno)


class Point:
    def __init__(self, x):
        self.x = x


def default(value):
    if isinstance(value, Point):
        return {"x": value.x}
    raise TypeError(f"no {type(value).__name__}")


print(json.dumps([Point(1)], default=default))
for action in (lambda: json.dumps(Point(1)), lambda: json.dumps({(1,): 2}), lambda: json.dumps(float("nan"), allow_nan=False), lambda: json.loads(3),
               lambda: json.dumps({(1,): 2}, skipkeys=True), lambda: json.dumps([{1, 2}])):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
loop = []
loop.append(loop)
try:
    json.dumps(loop)
except ValueError as error:
    print(error)


class Encoder(json.JSONEncoder):
    def default(self, value):
        if isinstance(value, complex):
            return [value.real, value.imag]
        return super().default(value)


print(json.dumps(2 + 1j, cls=Encoder), Encoder().encode([1j]), list(json.JSONEncoder().iterencode([1, {"a": 2}])))
