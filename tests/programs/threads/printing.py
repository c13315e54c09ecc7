# More threads than can run at once print all the time: nobody waits for one that waits for him.
from threading import Thread

THREADS = 6
ROUNDS = 60
lines = []


def work(number):
    for step in range(ROUNDS):
        total = 0
        for value in range(step):
            total += value
        print(".", end="", flush=step % 7 == 0)
        lines.append((number, step, total))


threads = [Thread(target=work, args=(number,)) for number in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print()
print(len(lines), sum([total for _, _, total in lines]))
for number in range(THREADS):
    steps = [step for who, step, _ in lines if who == number]
    print(number, steps == list(range(ROUNDS)))
