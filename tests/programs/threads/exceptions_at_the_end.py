# Threads whose last transactions collide, and which raise and catch all the time: nothing escapes.
import threading


class Oops(Exception):
    pass


def one_round(count):
    total = {"n": 0}
    done = []
    caught = []

    def move(amount):
        total["n"] -= amount
        raise Oops(amount)

    def work(me):
        for i in range(30):
            try:
                move(i)
            except Oops:
                caught.append(i)
        done.append(me)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(20)
    return sorted(done) == list(range(count)), len(caught) == 30 * count, total["n"] == -435 * count


print({one_round(3) for _ in range(6)})
