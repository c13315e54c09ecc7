# A declaration behind uses of its name, also behind an earlier declaration of it.
SOURCES = [
    "def f():\n global a\n a = 1\n global a\n",
    "def f():\n global a\n print(a)\n global a\n",
    "def f():\n global a\n global a\n",
    "def f():\n print(a)\n global a\n",
    "def g():\n a = 1\n def f():\n  nonlocal a\n  a = 1\n  nonlocal a\n",
    "def f():\n global a\n a: int\n global a\n",
    "global a\na = 1\nglobal a\n",
    "def f():\n global a\n import a\n global a\n",
    "def f():\n global a\n def a(): pass\n global a\n",
    "def f():\n global a\n for a in []: pass\n global a\n",
    "class C:\n global a\n a = 1\n global a\n",
    "def f():\n global a\n [a for x in y]\n global a\n",
    "def f():\n global a\n del a\n global a\n",
    "def f():\n global a\n def h(): a\n global a\n",
    "def f():\n global a\n import a.b\n global a\n",
    "def f():\n global a\n try: pass\n except E as a: pass\n global a\n",
    "def f():\n global a\n a += 1\n global a\n",
    "def f():\n import a\n global a\n",
    "def f():\n from m import a\n global a\n",
    "def f():\n a += 1\n global a\n",
    "def f():\n class a: pass\n global a\n",
    "def f():\n with m as a: pass\n global a\n",
    "def f():\n match m:\n  case a: pass\n global a\n",
    "def f():\n (a := 1)\n global a\n",
    "def f():\n [a := 1 for x in y]\n global a\n",
    "def f():\n global a\n [a := 1 for x in y]\n global a\n",
    "def f():\n type a = int\n global a\n",
]
for source in SOURCES:
    try:
        compile(source, "x", "exec")
        print("taken")
    except SyntaxError as error:
        print(error.msg, error.lineno, error.offset, error.end_offset)
