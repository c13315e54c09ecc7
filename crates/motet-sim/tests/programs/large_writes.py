# Stretches of the program that write more than fits.
from threading import Thread


def work(number):
    rows = [[number] * 400 for _ in range(6)]
    for round in range(8):
        for row in rows:
            row[:] = [round + number] * 400
    sums[number] = sum(map(sum, rows))


sums = [0, 0]
workers = [Thread(target=work, args=(number,)) for number in range(2)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print(sums)
