# Each of two threads writes its variable and reads the other's: not both read the old value.
import threading

x = [0]
y = [0]
turn = [0, 0]
results = [[], []]


def side(me, mine, other, rounds):
    for i in range(1, rounds + 1):
        # Start together: wait until the other has begun this round.
        turn[me] = i
        while turn[1 - me] < i:
            pass
        mine[0] = i
        results[me].append(other[0])


ROUNDS = 300
threads = [threading.Thread(target=side, args=(0, x, y, ROUNDS)), threading.Thread(target=side, args=(1, y, x, ROUNDS))]
for t in threads:
    t.start()
for t in threads:
    t.join()
both_old = 0
for i in range(ROUNDS):
    if results[0][i] < i + 1 and results[1][i] < i + 1:
        both_old += 1
print(len(results[0]), len(results[1]), both_old)
