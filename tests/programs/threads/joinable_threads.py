# Threads that are waited for by a handle, without a threading.Thread.
import _thread
import sys
import time

done = []


def work():
    time.sleep(0.01)
    done.append(_thread.get_ident())


handle = _thread.start_joinable_thread(work)
handle.join()
handle.join()
print(len(done), done == [handle.ident], handle.is_done())

handle = _thread._ThreadHandle()
for method in handle.join, handle._set_done:
    try:
        method()
    except RuntimeError as error:
        print(error)
print(handle.is_done())

lock = _thread.allocate_lock()
lock.acquire()
print(_thread.start_joinable_thread(lock.acquire, handle=handle) is handle)
try:
    _thread.start_joinable_thread(lock.acquire, handle=handle)
except RuntimeError as error:
    print(error)
handle.join(0.02)
print(handle.is_done())
lock.release()
handle.join()
print(handle.is_done())

own = _thread._ThreadHandle()
said = []


def wait_for_itself():
    try:
        own.join()
    except RuntimeError as error:
        said.append(str(error))


_thread.start_joinable_thread(wait_for_itself, handle=own)
own.join()
print(said)

for arguments in (1,), (work, 1):
    try:
        _thread.start_joinable_thread(*arguments)
    except TypeError as error:
        print(error)

# Each of many waits for the one before.
total = []
handles = [_thread.start_joinable_thread(lambda: total.append(1))]
for _ in range(30):
    handles.append(_thread.start_joinable_thread(lambda before=handles[-1]: (before.join(), total.append(1))))
handles[-1].join()
print(len(total))
