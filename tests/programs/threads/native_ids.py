# A thread that has been started has an identification of the system, at once.
import threading

go = threading.Event()
threads = [threading.Thread(target=go.wait) for _ in range(8)]
print([thread.native_id for thread in threads])
for thread in threads:
    thread.start()
    assert isinstance(thread.native_id, int), thread
go.set()
for thread in threads:
    thread.join()
    assert isinstance(thread.native_id, int), thread
print("done", threading.main_thread().native_id == threading.get_native_id())
