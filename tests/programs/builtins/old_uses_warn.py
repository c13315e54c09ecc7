# Uses that will go away warn, and so does a text that hardly means what it says.
import warnings


def show(text):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            exec(text, {})
        except Exception as error:
            print(type(error).__name__, error)
    print(repr(text))
    for one in heard:
        print("   ", one.category.__name__, one.message, one.lineno)


for text in (
    "~True", "~False", "True.__invert__()", "x = True\n~x", "~1", "complex(1j, 1)", "complex(1, 1j)", "complex(1j)",
    "def g():\n yield\nx = g()\nnext(x)\ntry: x.throw(ValueError, ValueError(1), None)\nexcept ValueError: pass",
    "class I(int): pass\nclass X:\n def __index__(s): return I(3)\nrange(5)[X()]",
    "class I(int): pass\nclass X:\n def __int__(s): return I(3)\nint(X())",
    "class I(float): pass\nclass X:\n def __float__(s): return I(3)\nfloat(X())",
    "class I(complex): pass\nclass X:\n def __complex__(s): return I(3)\nprint(complex(X()))",
    "x = 1\nx is 1", "x = 1\nx is not ()", "x = 1\nx is (1, 'a', None, (2,))", "x = y = 1\nx is (y,)", "x = 1\nx is ...",
    "a = 2\nf'\\{a}'", "a = 2\nf'\\\\{a}'", "a = 2\nf'a\\{a}\\{a}'", "rf'\\{1}'", "f'\\d{1}'", "'\\d'", "b'\\400'",
    "[0x1for x in ()]", "1if 1else 2", "1_0if 1 else 1", "1jif 1 else 2", "1.if 1 else 2", "0b1and 1", "0o7or 1", "1in [1]",
    "1is 1", "1not in [1]", "0xfor 1",
    "import codecs\ncodecs.escape_decode(b'\\\\d\\\\e')", "import codecs\ncodecs.unicode_escape_decode(b'\\\\d')",
    "import codecs\ncodecs.escape_decode(b'\\\\501')", "import codecs\ncodecs.unicode_escape_decode(b'\\\\n\\\\u1234')",
    "import threading\nthreading.currentThread()", "import threading\nthreading.activeCount()",
    "import threading\nc = threading.Condition()\nwith c: c.notifyAll()", "import threading\nthreading.Event().isSet()",
    "import threading\nt = threading.Thread()\nt.isDaemon()\nt.setDaemon(True)\nt.getName()\nt.setName('a')",
    "import codeop\ncodeop.compile_command('x is 1')", "import codeop\ncodeop.compile_command('1 is 1 1')",
):
    show(text)
