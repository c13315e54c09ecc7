# waitress serves a WSGI application with a pool of threads; hostile clients get their errors.
import http.client
import logging
import socket
import threading

from waitress.server import create_server

logging.disable(logging.CRITICAL)


def app(environ, start_response):
    if environ["PATH_INFO"] == "/error":
        raise KeyError("page")
    body = environ["wsgi.input"].read()
    text = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} {len(body)}".encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(text)))])
    return [text]


server = create_server(app, host="127.0.0.1", port=0, threads=4, ident="w")
port = server.effective_port
serving = threading.Thread(target=server.run)
serving.start()
answers = []


def work(n):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for k in range(5):
        connection.request("POST", f"/{n}/{k}", body=b"x" * n * 1000)
        answers.append(connection.getresponse().read().decode())
    connection.close()


threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(sorted(answers))
connection = http.client.HTTPConnection("127.0.0.1", port)
connection.request("GET", "/error")
answer = connection.getresponse()
print(answer.status, answer.reason, answer.getheader("Server"))
connection.close()
for hostile in b"GARBAGE\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"GET / HTTP/1.1\r\nA: " + b"b" * 300000:
    with socket.create_connection(("127.0.0.1", port)) as raw:
        try:
            raw.sendall(hostile)
            print(raw.recv(100).split(b"\r\n")[0])
        except ConnectionError as error:
            print("reset")
server.trigger.pull_trigger(server.close)
for _ in range(100):
    if not serving.is_alive():
        break
    serving.join(0.1)
    try:
        server.trigger.pull_trigger()
    except OSError:
        pass  # it is closed already
server.task_dispatcher.shutdown()
print(serving.is_alive())
