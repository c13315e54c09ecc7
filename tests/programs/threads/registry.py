# The registry of threads, which some packages read: by identification, in the order of starting.
import threading

registry = threading._active
main = threading.main_thread()
print(len(registry), registry[main.ident] is main, main.ident in registry, None in registry, registry.get(0, "none"))
go_on = threading.Event()
threads = [threading.Thread(target=go_on.wait, name=f"thread {number}") for number in range(150)]
for thread in threads:
    thread.start()
everything = [main, *threads]
print(len(registry), threading.active_count(), set(threading.enumerate()) == set(everything))
print([registry[thread.ident] is thread for thread in everything].count(True))
print(sorted(registry) == sorted(registry.keys()) == sorted(thread.ident for thread in everything))
print({ident for ident, thread in registry.items() if thread.ident != ident}, set(registry.values()) == set(everything))
print(registry == dict(registry.items()), registry == registry.copy(), registry == {}, len(repr(registry)) > 1000)
for ident in (-1, "text"):
    for action in (registry.__getitem__, registry.__delitem__, registry.pop):
        try:
            action(ident)
        except KeyError as error:
            print(type(error).__name__, error)
registry[-1] = "a guest"
print(registry.setdefault(-1, "another"), len(registry), registry.pop(-1), registry.pop(-1, "gone"), len(registry))
go_on.set()
for thread in threads:
    thread.join()
print(len(registry), [thread.ident in registry for thread in threads].count(True))
