# gunicorn with a worker of threads: started as a program, asked, reloaded, ended by a signal.
import http.client
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

APP = """
import threading
lock, count = threading.Lock(), 0
def app(environ, start_response):
    global count
    with lock:
        count += 1
    text = f"{environ['PATH_INFO']} {environ['wsgi.multithread']}".encode()
    if environ["PATH_INFO"] == "/count":
        text = str(count).encode()
    start_response("200 OK", [("Content-Length", str(len(text)))])
    return [text]
"""
options = [f"-X{name}={value}" for name, value in sys._xoptions.items()]
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "shopapp.py"), "w") as file:
        file.write(APP)
    place = os.path.join(folder, "socket")
    command = [sys.executable, *options, "-m", "gunicorn", "--chdir", folder, "--bind", f"unix:{place}", "--threads", "4",
               "--log-level", "info", "--no-control-socket", "shopapp:app"]
    gunicorn = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    notes = []
    reader = threading.Thread(target=lambda: notes.extend(gunicorn.stderr))
    reader.start()

    class Connection(http.client.HTTPConnection):
        def connect(self):
            import socket

            self.sock = socket.socket(socket.AF_UNIX)
            self.sock.connect(place)

    def ask(path):
        connection = Connection("x")
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read().decode()
        connection.close()
        return body

    for _ in range(600):
        try:
            ask("/")
            break
        except OSError:
            time.sleep(0.1)
    answers = []
    threads = [threading.Thread(target=lambda n=n: answers.extend(ask(f"/{n}") for _ in range(5))) for n in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    print(sorted(set(answers)), len(answers), ask("/count"))
    gunicorn.send_signal(signal.SIGTERM)
    print(gunicorn.wait(60))
    reader.join()
    told = [note.split("] ")[-1].strip() for note in notes]
    print([note for note in told if note.startswith(("Using", "Handling"))])
    if "-v" in sys.argv:
        print("".join(notes))
