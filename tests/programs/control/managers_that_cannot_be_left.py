# `with` looks for the way out before it goes in.


class NoExit:
    def __enter__(self):
        print("entered")


class NoEnter:
    def __exit__(self, *details):
        print("left")


class Neither:
    pass


class OnInstance:
    def __init__(self):
        self.__exit__ = lambda *details: None

    def __enter__(self):
        print("entered")


class NoAsyncExit:
    async def __aenter__(self):
        print("entered")


class Whole:
    def __enter__(self):
        return 1

    def __exit__(self, *details):
        return None


def told(action):
    try:
        action()
    except Exception as error:
        print(type(error).__name__, error)


def enter(manager):
    with manager:
        print("body")


async def enter_later(manager):
    async with manager:
        print("body")


def run(coroutine):
    try:
        coroutine.send(None)
    except StopIteration:
        pass


for _ in range(2):
    for manager in (NoExit(), NoEnter(), Neither(), OnInstance(), 5, NoExit, Whole()):
        told(lambda: enter(manager))
    for manager in (NoAsyncExit(), Neither()):
        told(lambda: run(enter_later(manager)))


def changing():
    manager = Whole()
    enter(manager)
    del Whole.__exit__
    told(lambda: enter(manager))
    Whole.__exit__ = lambda *details: print("another way out")
    enter(manager)


changing()
