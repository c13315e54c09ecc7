# Generators that types.coroutine has marked can be awaited.
import types


@types.coroutine
def ask(question):
    answer = yield question
    return answer * 2


async def both():
    first = await ask("one")
    second = await ask("two")
    return first + second


def run(coroutine):
    answers, asked = 1, []
    try:
        asked.append(coroutine.send(None))
        while True:
            answers += 1
            asked.append(coroutine.send(answers))
    except StopIteration as stop:
        return asked, stop.value


print(run(both()))
print(bool(ask.__code__.co_flags & 0x100))
print(type(ask("x")).__name__)
print(types.coroutine(ask) is ask)


def plain():
    yield 1


async def wrong():
    await plain()


try:
    run(wrong())
except TypeError as error:
    print(error)

code = plain.__code__
marked = code.replace(co_flags=code.co_flags | 0x100)
print(marked.co_flags - code.co_flags, marked.co_name, code.co_flags & 0x100)
running = plain()
plain.__code__ = marked
print(next(running), next(running, "end"), list(plain()), run(wrong()))
plain.__code__ = code
try:
    run(wrong())
except TypeError as error:
    print(error)
for value in (None, 1):
    try:
        plain.__code__ = value
    except TypeError as error:
        print(error)
