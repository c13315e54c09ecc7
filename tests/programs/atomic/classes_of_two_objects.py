"""Two objects, or two modules, change their class together in an atomic block: no thread sees one
without the other, whichever way it asks for the class."""

from threading import Event, Thread
from types import ModuleType

from motet import atomic


class Day:
    pass


class Night:
    pass


class Answering(ModuleType):
    def __call__(self):
        return "called"


WAYS_OF_OBJECTS = {
    "type": type,
    "isinstance": lambda thing: Day if isinstance(thing, Day) else Night,
    "__class__": lambda thing: thing.__class__,
    "issubclass": lambda thing: Day if issubclass(type(thing), Day) else Night,
}
WAYS_OF_MODULES = {"type": type, "callable": callable}


def torn_answers(first, second, other_class, ways):
    """The ways in which a thread has seen one of two objects with another class than the other."""
    first_class = type(first)
    torn = []
    has_turned, stop = Event(), []

    def turn():
        while not stop:
            with atomic:
                wanted = other_class if type(first) is first_class else first_class
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
    threads = [Thread(target=look, args=way) for way in ways.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stop.append(True)
    turner.join()
    return torn


print("torn objects:", torn_answers(Day(), Day(), Night, WAYS_OF_OBJECTS))
modules = ModuleType("first"), ModuleType("second")
print("torn modules:", torn_answers(*modules, Answering, WAYS_OF_MODULES))
