import threading
done = []
def work():
    done.append("worked")
thread = threading.Thread(target=work)
thread.start()
thread.join()
print("joined while importing", done)
