# A module's dict of annotations, and the set of those that were reached, are variables: a program
# may put anything in their places, and an annotation then meets that.
TEXTS = "from __future__ import annotations\n"

def run(source):
    try:
        exec(source, {})
        print("ran")
    except (TypeError, SystemError) as error:
        print("refused")

run(TEXTS + "__annotations__ = 5\nx: int = 1")
run(TEXTS + "__annotations__ = []\nx: int = 1")
run(TEXTS + "class M(dict):\n  def __setitem__(self, *item): print(*item)\n__annotations__ = M()\nx: int = 1")
run(TEXTS + "class C:\n  __annotations__ = 5\n  x: int")
run("__conditional_annotations__ = 5\nif 1: x: int")
run("__conditional_annotations__ = {}\nif 1: x: int")
run("if 1: x: int")
