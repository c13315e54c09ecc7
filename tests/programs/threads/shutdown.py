# The program ends when its threads have, whoever started them; daemons do not hold it up.
import threading
import time


def late(name, seconds):
    time.sleep(seconds)
    print(name)


main_is_over = threading.Event()


def starts_another():
    main_is_over.wait()
    threading.Thread(target=late, args=("grandchild", 0.02)).start()
    print("child")


def forever():
    while True:
        time.sleep(0.001)


threading._register_atexit(main_is_over.set)
threading._register_atexit(print, "registered first, called last")
threading._register_atexit(print, "registered last, called first", end="!\n")
threading.Thread(target=starts_another).start()
threading.Thread(target=forever, daemon=True).start()
threading.Thread(target=threading.Event().wait, daemon=True).start()
threading.Thread(target=late, args=("daemon", 60), daemon=True).start()
print("end of main")
