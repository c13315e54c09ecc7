# sys.intern gives one object for each text, in every thread, also through pickles and marshal.
import marshal
import sys
import threading

joined = ["".join(["in", "tern", "ed ", str(1 - 1)]) for _ in range(4)]
print(joined[0] is joined[1], len({id(sys.intern(text)) for text in joined}))
first = sys.intern(joined[0])
print(sys.intern(first) is first, sys._is_interned(first), sys._is_interned("".join(["not ", "it"])))
found = []
threads = [
    threading.Thread(target=lambda: found.append(sys.intern("".join(["two ", "threads"]))))
    for _ in range(4)
]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(found), all(text is found[0] for text in found))
print(marshal.loads(marshal.dumps(first)) is first, marshal.loads(marshal.dumps(first, 2)) is first)
print(sys.intern("".join(["\ud800", "é"])) is sys.intern("".join(["\ud800", "é"])))


class Text(str):
    pass


for value in (Text("text"), b"text"):
    try:
        sys.intern(value)
    except TypeError as error:
        print(error)
