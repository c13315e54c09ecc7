# `peek` shows what a reader has read ahead, and reads only where that is nothing: a pipe whose
# writer waits for an answer has no more.
import os
import pickle

reading, writing = os.pipe()
reader = os.fdopen(reading, "rb")
os.write(writing, b"abcdef")
print(reader.peek(1), reader.peek(100), reader.read(2))
print(reader.peek(), reader.peek(1 << 20), reader.peek(-1), reader.read(4))
os.write(writing, b"next")
print(reader.peek(1 << 20), reader.read1(), len(reader.peek(0)) if os.write(writing, b"!") else None)
print(reader.read(1))

# So pickles that follow one another in a pipe are read one by one.
os.write(writing, pickle.dumps([1, "one"]) + pickle.dumps({2: b"two"}, 2))
print(pickle.load(reader), pickle.load(reader))
os.write(writing, pickle.dumps("three", 0))
print(pickle.load(reader))
os.close(writing)
print(reader.peek(5), reader.read())
reader.close()

with open(__file__, "rb", buffering=16) as reader:
    print(reader.peek(100), reader.read(10), reader.peek(100), reader.read(20), reader.tell())
