# os.abort() ends the process in each thread, whatever handles its signal.
import os
import signal
import threading


def aborted(prepare, run):
    child = os.fork()
    if child == 0:
        prepare()
        run()
        os._exit(3)
    return os.WTERMSIG(os.waitpid(child, 0)[1])


def in_a_thread():
    thread = threading.Thread(target=os.abort)
    thread.start()
    thread.join()


preparations = [lambda: None, lambda: signal.signal(signal.SIGABRT, signal.SIG_IGN),
                lambda: signal.signal(signal.SIGABRT, lambda number, frame: None)]
for prepare in preparations:
    print(aborted(prepare, os.abort) == signal.SIGABRT, aborted(prepare, in_a_thread) == signal.SIGABRT)
