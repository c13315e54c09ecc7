import re
import threading

found = [None] * 4


def work(number):
    total = 0
    for step in range(30):
        match = re.match(r"(\d+):(\w+)", f"{step}:{'x' * number}")
        total += int(match.group(1)) + len(match.group(2))
        total += len(re.findall(rf"{number}", "0123" * 5))
    found[number] = total


threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(found)
