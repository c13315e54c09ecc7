# What the fields of formatted literals expect where they are wrong.
CASES = [
    "f''=3", "f'{)#}'", 'f\'{"s"!r{":10"}}\'', "fu''", "uf''", "bf''", "fb''", "f'{lambda x:x}'", "f'{lambda :x}'",
    "f'{lambda *arg, :x}'", "f'{10:{ }}'", "f'{.}'", "f'{,}'", "f'{1=}{;'", "f'{1=}{+;'", "f'{1=}{2}{;'",
    "f'{1=}{3}{;'", "f'{*}'", "f'{**}'", "f'{*a}'", "f'{**a}'", "f'{a b}'", "f'{a $ b}'", "f'{a +}'", "f'{+}'",
    "f'{}'", "f'{ }'", "f'{!}'", "f'{!r}'", "f'{:}'", "f'{:x}'", "f'{=}'", "f'{= }'", "f'{=!r}'", "f'{a!}'",
    "f'{a!:}'", "f'{a!x}'", "f'{a!rr}'", "f'{a! r}'", "f'{a!r }'", "f'{a!r b}'", "f'{a!r!s}'", "f'{a=!}'", "f'{a=b}'",
    "f'{a==}'", "f'{a=!x}'", "f'{a=:}'", "f'{a= b}'", "f'{a:{b!}}'", "f'{a:{b!x}}'", "f'{a:{}}'", "f'{a:{b c}}'",
    "f'{a:{b:{c}}}'", "f'{a:{b:{c:{d}}}}'", "f'}'", "f'{{}'", "f'{}}'", "f'a}b'", "f'{a}}'", "f'{a[}'", "f'{a[0)}'",
    "f'{(a}'", "f'{a)}'", "f'{a]}'", "f'{(]}'", "f'{yield}'", "f'{await}'", "f'{await x}'", "f'{x:=5}'",
    "f'{(x:=5)}'", "f'{import a}'", "f'{del a}'", "f'{pass}'", "f'{return}'", "f'{if}'", "f'{if a}'", "f'{a if b}'",
    "f'{a if b else}'", "f'{not}'", "f'{for}'", "f'{a for a in b}'", "f'{a;}'", "f'{a;b}'", "f'{;}'", "f'{a,}'",
    "f'{a,,}'", "f'{a.}'", "f'{a..b}'", "f'{01}'", "f'{0x}'", "f'{'a'", 'f\'{"a}\'', "f'{a:'", "f'{a!r:'", "f'{a#}'",
    "f'{#}'", "f'{a\\}'", "f'{\\}'", "f'{\\n}'", "f'{a:\\}'", "f'{a:\\n}'", "f'\\N{AMPERSAND}'", "f'\\N{foo}'",
    "f'\\N'", "f'\\N{'", "f'\\xZZ'", "f'\\u12'", "f'{$}'", "f'{?}'", "f'{a?}'", "f'{a@}'", "f'{@}'", "f'{a %}'",
    "f'{%}'", "f'{.a}'", "f'{...}'", "f'{....}'", "f'{[}'", "f'{[a}'", "f'{{a}'", "f'{{{a}'", "f'{{{a}}'", "f'{a}{}'",
    'f\'{"\'', 'f\'{f"{}"}\'', 'f\'{f"{a b}"}\'', 'f\'{a:{f"{}"}}\'', "f'{class}'", "f'{None=}'", "f'{a = 1}'",
    "f'{a += 1}'", "f'{a -> b}'", "f'{->}'", "f'{a:=}'", "f'{a,b!r}'", "f'{*a, !r}'", "f'{*a,}'", "f'{ a b c }'",
    'f\'{"a" "b" c}\'', "f'{1 2}'", "f'{a 1}'", "f'{a(b c)}'", "f'{a(=b)}'", "f'{ (}'", "f'{{1}:}}'", "f'{else}'",
    "f'{a else b}'", "f'{except}'", "t'{}'", "t'{a b}'", "t'{!}'", "t'{a!}'", "t'{.}'", "t'}'", "f'{x!s:{y}'",
    "f'{a!r:{}'",
]
import warnings

warnings.simplefilter("ignore")
for case in CASES:
    try:
        compile(case, "made", "exec")
        print(repr(case), "is right")
    except SyntaxError as error:
        print(repr(case), type(error).__name__, error.msg, error.lineno)
