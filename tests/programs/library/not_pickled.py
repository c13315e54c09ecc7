"""Objects that stand for something of the system, or whose state nobody else can make, are neither
pickled nor copied."""

import _multiprocessing
import contextvars
import copy
import csv
import functools
import hashlib
import io
import multiprocessing
import os
import pickle
import queue
import select
import sqlite3
import ssl
import struct
import threading
import unicodedata
import zlib


class Local(threading.local):
    pass


class Context(ssl.SSLContext):
    pass


class Told(threading.local):
    def __reduce__(self):
        return Told, ()


def make():
    connection = sqlite3.connect(":memory:")
    with os.scandir("/") as entries:
        yield entries
    with select.epoll() as epoll:
        yield epoll
    yield from (
        threading.local(), Local(), queue.SimpleQueue(), connection, connection.cursor(),
        ssl.create_default_context(), Context(ssl.PROTOCOL_TLS_CLIENT), ssl.MemoryBIO(),
        hashlib.md5(), hashlib.sha256(), hashlib.sha3_256(), hashlib.blake2b(), hashlib.shake_128(),
        struct.Struct("i"), csv.reader([]),
        csv.writer(io.StringIO()), contextvars.ContextVar("name"), contextvars.copy_context(),
        contextvars.ContextVar("name").set(1), functools.cmp_to_key(len)(1),
        unicodedata.ucd_3_2_0, multiprocessing.Lock()._semlock, select.poll(),
    )
    connection.close()


for thing in make():
    names = []
    for function in pickle.dumps, copy.deepcopy:
        try:
            function(thing)
            names.append("taken")
        except TypeError as error:
            names.append(str(error).startswith("cannot pickle '"))
    print(names)
    if type(thing).__name__ in ("SimpleQueue", "Connection", "SemLock", "Local", "Context"):
        try:
            copy.copy(thing)
        except TypeError as error:
            print(error)
with open(os.devnull) as file:
    for function in pickle.dumps, copy.copy:
        try:
            function(file)
        except TypeError as error:
            print(error)
print(type(copy.copy(Told())).__name__, type(pickle.loads(pickle.dumps(Told()))).__name__)
for thing in zlib.compressobj(), zlib.decompressobj():
    try:
        pickle.dumps(thing)
    except (TypeError, pickle.PicklingError):
        print("refused")
print(copy.copy(hashlib.md5(b"x").copy) is not None)


class Told(io.TextIOWrapper):
    """A class of the program that knows its state, below one that has none."""

    def __init__(self, raw, tag):
        super().__init__(raw)
        self.tag = tag

    def __getstate__(self):
        return self.tag, self.buffer.getvalue()

    def __setstate__(self, state):
        self.__init__(io.BytesIO(state[1]), state[0])


told = Told(io.BytesIO(b"data"), "tag")
for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
    read = pickle.loads(pickle.dumps(told, protocol))
    print(read.tag, read.buffer.getvalue())
