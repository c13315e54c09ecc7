import time
count = 0
for _ in range(2000):
    count += 1
time.sleep(0.005)
ready = True
