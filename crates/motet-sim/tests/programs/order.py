# What comes out depends on the order in which the steps of the threads take effect.
import threading

state = [1, 1]
log = []


class Counter:
    value = 0


counter = Counter()


def work(number):
    for step in range(30):
        place = (number + step) % 2
        state[place] = (state[place] * 31 + number) % 1000003
        log.append(number * 100 + step)
        counter.value += number
        own = 0
        for i in range(step % 5):
            own += i * step


threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 5)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
weight = 0
for index, entry in enumerate(log):
    weight = (weight * 7 + entry * (index + 1)) % 1000003
print(state, weight, counter.value, len(log))
