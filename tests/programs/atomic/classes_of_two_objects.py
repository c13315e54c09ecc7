"""Two objects change their class together in an atomic block: no thread sees one without the other,
whichever way it asks for the class."""

from threading import Event, Thread

from motet import atomic


class Day:
    pass


class Night:
    pass


first, second = Day(), Day()
WAYS = {
    "type": type,
    "isinstance": lambda thing: Day if isinstance(thing, Day) else Night,
    "__class__": lambda thing: thing.__class__,
    "issubclass": lambda thing: Day if issubclass(type(thing), Day) else Night,
}
torn = []
has_turned, stop = Event(), []


def turn():
    while not stop:
        with atomic:
            wanted = Night if type(first) is Day else Day
            first.__class__ = wanted
            second.__class__ = wanted
        has_turned.set()


def look(name, ask):
    has_turned.wait()
    for number in range(1_200):
        with atomic:
            one = ask(first)
            for _ in range(number % 400 * 10):
                pass
            other = ask(second)
        if one is not other:
            torn.append(name)


turner = Thread(target=turn)
turner.start()
threads = [Thread(target=look, args=way) for way in WAYS.items()]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
stop.append(True)
turner.join()
print("torn:", torn)
