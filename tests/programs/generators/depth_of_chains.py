# A chain of generators is as deep as the limit lets it be, whatever the collector does.
def recover():
    def level(n):
        try:
            yield from level(n + 1)
        except RecursionError:
            recovered.append(n)
            yield n

    return list(level(0))


recovered = []
made = recover()
print(made == recovered, len(made) < 10, all(500 < n < 1200 for n in made))


def closing(depth):
    def level(n):
        try:
            if n < depth:
                yield from level(n + 1)
            else:
                yield "bottom"
        except GeneratorExit:
            closed.append(n)
            raise

    top = level(0)
    print(next(top))
    top.close()


closed = []
closing(300)
print(closed == list(range(300, -1, -1)))
