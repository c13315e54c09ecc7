def f(items):
    for item in items:
        try:
            if item:
                continue
            g(item)
            if item > 1:
                break
            return item
        finally:
            h(item)
    try:
        try:
            return 1
        finally:
            a()
    except E:
        b()
    finally:
        c()
