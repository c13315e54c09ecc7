"""Data that is nested deep, where the system limits the addresses of the process and thus the stacks
(`crates/motet/tests/limited_memory.rs`). Each row ends with a result or with a RecursionError, in the
main thread and in others, and the data can be dropped."""

import ast
import copy
import gc
import itertools
import json
import marshal
import operator
import pickle
import threading
import types

DEPTH = 50_000


def nested(wrap, inner=None):
    for _ in range(DEPTH):
        inner = wrap(inner)
    return inner


class Node:
    def __init__(self, inner):
        self.inner = inner

    def __eq__(self, other):
        return self.inner == other.inner

    def __call__(self):
        return self.inner()

    def __len__(self):
        return len(self.inner)

    def __getattr__(self, name):
        return getattr(self.inner, name)


def generator(inner):
    yield from inner


def keys_or_items(inner):
    return {inner: 1}.keys() if inner is None else {1: inner}.items()


def chained():
    made = ValueError()
    for _ in range(DEPTH):
        outer = ValueError()
        outer.__cause__, made = made, outer
    return made


def twice(make, operation=operator.eq):
    return lambda: operation(make(), make())


def lists():
    return nested(lambda inner: [inner])


def tuples():
    return nested(lambda inner: (inner,))


def dicts():
    return nested(lambda inner: {1: inner})


ROWS = {
    **{
        f"{operation.__name__} of {make.__name__}": lambda operation=operation, make=make: operation(make())
        for make in (lists, tuples, dicts)
        for operation in (repr, pickle.dumps, copy.deepcopy, marshal.dumps, json.dumps, len)
    },
    "hash of tuples": lambda: hash(tuples()),
    "equal lists": twice(lists),
    "equal tuples": twice(tuples),
    "equal dicts": twice(dicts),
    "lists in order": twice(lists, operator.lt),
    "equal views": twice(lambda: nested(keys_or_items)),
    "equal slices": twice(lambda: nested(lambda inner: slice(inner, 1))),
    "equal aliases": twice(lambda: nested(lambda inner: list[inner], int)),
    "equal instances": twice(lambda: nested(Node, 1)),
    "calls of instances": lambda: nested(Node, int)(),
    "length of instances": lambda: len(nested(Node, [])),
    "attribute of instances": lambda: nested(Node).missing,
    "instance of tuples": lambda: isinstance(1, nested(lambda inner: (inner,), str)),
    "generators": lambda: next(nested(generator, iter([1]))),
    "map": lambda: next(nested(lambda inner: map(abs, inner), iter([1]))),
    "chain": lambda: next(nested(itertools.chain, iter([1]))),
    "islice": lambda: next(nested(lambda inner: itertools.islice(inner, 1), iter([1]))),
    "groups": lambda: nested(lambda inner: ExceptionGroup("g", [inner]), ValueError()).split(KeyError),
    "causes": chained,
    "methods": lambda: nested(lambda inner: types.MethodType(inner, 1), lambda *more: 1)(),
    "cells": lambda: nested(types.CellType),
    "elif": lambda: ast.parse("if 1: pass\n" + "elif 1: pass\n" * DEPTH),
    "compiled elif": lambda: compile("if 1: pass\n" + "elif 1: pass\n" * DEPTH, "f", "exec"),
    "sum": lambda: ast.parse("1" + "+1" * DEPTH),
    "loaded pickle": lambda: pickle.loads(b"]" * DEPTH + b"a" * (DEPTH - 1) + b"."),
    "loaded marshal": lambda: marshal.loads(b"[\x01\0\0\0" * DEPTH + b"N"),
    "loaded json": lambda: json.loads("[" * DEPTH + "]" * DEPTH),
}
REFUSED = RecursionError, MemoryError, SyntaxError, ValueError, AttributeError, TypeError


def run():
    for name, row in ROWS.items():
        try:
            row()
        except REFUSED:
            pass
        gc.collect()
    print("rows", len(ROWS))


run()
thread = threading.Thread(target=run)
thread.start()
thread.join()
