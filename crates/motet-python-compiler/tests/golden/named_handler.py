def f():
    while True:
        try:
            g()
        except E as e:
            if e.a:
                return e
            continue
try:
    g()
except E as e:
    print(e)
