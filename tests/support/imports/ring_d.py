import time
time.sleep(0.002)
import ring_c as c
