# Several threads allocate at once, share old objects and keep some of the new ones.
import threading

shared = {"list": [], "table": {}}


def work(me, rounds):
    mine = []
    for i in range(rounds):
        node = {"me": me, "i": i, "payload": [me, i, str(i)]}
        if i % 100 == 0:
            mine.append(node)
            shared["list"].append(node["payload"])
            shared["table"][me, i] = node
        temporary = [[j] for j in range(5)]
        if temporary[3][0] != 3:
            print("damaged")
    shared["table"][me] = len(mine)


threads = [threading.Thread(target=work, args=(me, 3000)) for me in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(len(shared["list"]), len(shared["table"]), [shared["table"][me] for me in range(4)])
print(sorted(shared["list"])[:2], sorted(shared["list"])[-1])
print(all([shared["table"][me, i]["payload"] == [me, i, str(i)] for me in range(4) for i in range(0, 3000, 100)]))
