# How many arguments `throw` takes, and which.
def generator():
    yield 1
    yield 2


async def coroutine():
    pass


def tell(function, *arguments):
    try:
        print(function(*arguments))
    except BaseException as error:
        print(type(error).__name__, error)


for arguments in (
    (), (1, 2, 3, 4), (ValueError, None, None, None), (ValueError, 1, 2), (ValueError, None, None),
    (ValueError, (1, 2)), (ValueError(1), 2), (ValueError(1), None), (5,), (None,), ("x",),
    (ValueError, ValueError(3)), (KeyError, ValueError(3)), (ValueError, 1, None), (int,),
):
    print(arguments)
    tell(generator().throw, *arguments)
    begun = generator()
    next(begun)
    tell(begun.throw, *arguments)
    made = coroutine()
    tell(made.throw, *arguments)
    made.close()
    tell(lambda: made.__await__().throw(*arguments))
