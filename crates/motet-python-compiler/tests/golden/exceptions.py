def f(a):
    try:
        g(a)
    except ValueError:
        a = 1
    except (KeyError, TypeError) as error:
        raise OSError from error
    else:
        a = 2
    try:
        raise a
    except:
        raise
    assert a
    assert a, "message"
    return a
