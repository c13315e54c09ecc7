# C data over byte arrays, in several threads: each sees its own bytes, and what C does to those that
# all lend is not lost.
import ctypes
import threading

memset = ctypes.CDLL(None).memset
memset.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
shared = bytearray(64)
wrong = []


def work(number):
    for _ in range(300):
        own = bytearray(16)
        data = (ctypes.c_ubyte * 16).from_buffer(own)
        data[3] = number
        if own[3] != number or data[3] != number:
            wrong.append("written")
        memset(ctypes.byref(data), number, 8)
        if own[:8] != bytes([number]) * 8:
            wrong.append("called")
        common = (ctypes.c_ubyte * 64).from_buffer(shared)
        memset(ctypes.byref(common), 7, 64)
        del data, common


threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 5)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(wrong, shared == b"\7" * 64)
