# boltons: collections, iterators, strings, functions, times, urls, caches, tables.
from boltons import cacheutils, dictutils, funcutils, iterutils, listutils, mathutils, queueutils, setutils, statsutils, strutils, tableutils, timeutils, typeutils, urlutils
from boltons.tbutils import ExceptionInfo, ParsedException
import datetime

many = dictutils.OMD([("a", 1), ("b", 2), ("a", 3)])
print(many, many.getlist("a"), many.items(multi=True), many.inverted(), dictutils.OneToOne({1: "x"}).inv)
print(iterutils.chunked(range(7), 3), list(iterutils.windowed("abcd", 2)), iterutils.bucketize(range(6), lambda n: n % 3))
print(iterutils.remap({"a": [1, None, {"b": None}]}, lambda p, k, v: v is not None), iterutils.get_path({"a": [{"b": 5}]}, ("a", 0, "b")))
print(list(iterutils.split("a b  c".split(" "), "")), iterutils.unique([3, 1, 3]), list(iterutils.backoff(1, 10)))
items = setutils.IndexedSet("hello")
items.remove("e")
print(items, items[1], items & set("lo"), setutils.complement({1}) & {1, 2})
big = listutils.BarrelList(range(5000))
big.insert(2500, "x")
print(big[2500], len(big), big[-1], sum(n for n in big if n != "x"))
print(strutils.slugify("A b, é!"), strutils.camel2under("aBigName"), strutils.cardinalize("box", 2), strutils.ordinalize(22), strutils.bytes2human(123456, 2), strutils.parse_int_list("1,3-5"))
cache = cacheutils.LRU(max_size=2)
for n in range(3):
    cache[n] = n
print(cache, cache.get(0), cache.hit_count, cache.miss_count)


@cacheutils.cached(cacheutils.LRI(max_size=10))
def slow(x, y=1):
    return x + y


print(slow(1), slow(1), funcutils.partial_ordering.__name__)


def add(x, y=1):
    "Adds."
    return x + y


@funcutils.wraps(add)
def other(*args, **kwargs):
    return add(*args, **kwargs) * 2


print(other(2), other.__name__, funcutils.FunctionBuilder.from_func(lambda a, b=2, *, c: 0).get_invocation_str())
print(statsutils.describe([1, 2, 3, 4, 100], format="list")[:5], mathutils.clamp(7, 1, 5), mathutils.Bits("1010").as_hex())
url = urlutils.URL("http://u:p@ex.org:81/a/./b/../c?x=1&x=2#f")
url.normalize()
print(url.to_text(), url.query_params, url.navigate("../d").to_text(), urlutils.find_all_links("see http://a.b/c, ok"))
print(timeutils.isoparse("2020-01-02T03:04:05.678"), timeutils.parse_timedelta("1h 5m"), list(timeutils.daterange(datetime.date(2020, 1, 1), datetime.date(2020, 1, 4))))
print(tableutils.Table.from_data([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]).to_text())
queue = queueutils.HeapPriorityQueue()
queue.add("low", 1)
queue.add("high", 5)
print(queue.pop(), queue.pop(), typeutils.issubclass(int, object))
try:
    {}["k"]
except KeyError:
    info = ExceptionInfo.from_current()
    print(info.exc_type, info.exc_msg, [frame.func_name for frame in info.tb_info.frames])
print(ParsedException.from_string('Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x\nValueError: no').to_dict())
