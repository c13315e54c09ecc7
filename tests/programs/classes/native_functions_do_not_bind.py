"""Functions of modules that CPython has in C do not bind, when a class has them as attributes."""
import binascii
import logging
import operator
import os
import re
import sys
import time
import zlib


class Tools:
    clock = time.gmtime
    stat = os.stat
    hexlify = binascii.hexlify
    crc = zlib.crc32
    add = operator.add
    join = os.path.join
    __call__ = operator.neg
    __getitem__ = binascii.hexlify


tools = Tools()
print(tools.clock(0)[:6])
print(tools.stat('/').st_mode == os.stat('/').st_mode)
print(tools.hexlify(b'ab'), tools.crc(b'ab'), tools.add(1, 2))
print(tools(5), tools[b'z'])
print(getattr(tools, 'add')(3, 4), Tools.add(5, 6))
for _ in range(3):
    print(tools.add('a', 'b'), end=' ')
print()

# A function in Python binds, also one of the library.
try:
    tools.join('a')
except TypeError as error:
    print(type(error).__name__)


class Derived(Tools):
    def neighbours(self):
        return super().add(7, 8), self.add(9, 10)


print(Derived().neighbours())
tools.add = operator.mul
print(tools.add(3, 4))
Tools.later = operator.sub
print(tools.later(9, 4), [tools.later(number, 1) for number in range(3)])


class Formatter(logging.Formatter):
    converter = time.gmtime


stream = sys.stdout
handler = logging.StreamHandler(stream)
handler.setFormatter(Formatter('%(asctime)s %(message)s', 'year'))
log = logging.getLogger('native')
log.addHandler(handler)
log.propagate = False
log.warning('message')
record = logging.LogRecord('name', 10, 'path', 1, 'text', (), None)
record.created, record.msecs = 0.0, 25.0
print(Formatter('%(asctime)s').format(record))
plain = logging.Formatter('%(asctime)s %(message)s')
print(re.fullmatch(r'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} text', plain.format(record)) is not None)
