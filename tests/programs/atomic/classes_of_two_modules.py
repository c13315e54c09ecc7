"""Two modules get another class together in an atomic block, and their first one back: no thread
sees one without the other."""

from threading import Event, Thread
from types import ModuleType

from motet import atomic


class Answering(ModuleType):
    def __call__(self):
        return "called"


first, second = ModuleType("first"), ModuleType("second")
torn = []
has_turned, stop = Event(), []


def turn():
    while not stop:
        with atomic:
            wanted = Answering if type(first) is ModuleType else ModuleType
            first.__class__ = wanted
            second.__class__ = wanted
        has_turned.set()


def look(ask):
    has_turned.wait()
    for number in range(1_200):
        with atomic:
            one = ask(first)
            for _ in range(number % 400 * 10):
                pass
            other = ask(second)
        if one != other:
            torn.append(number)


turner = Thread(target=turn)
turner.start()
threads = [Thread(target=look, args=(ask,)) for ask in (type, callable)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
stop.append(True)
turner.join()
print("torn:", torn)
