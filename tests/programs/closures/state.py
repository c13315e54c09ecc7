# Objects made of closures; each call has cells of its own.
def account(balance):
    history = []

    def deposit(n):
        nonlocal balance
        balance += n
        history.append(("deposit", n))
        return balance

    def withdraw(n):
        nonlocal balance
        if n > balance:
            raise ValueError(f"only {balance} left")
        balance -= n
        history.append(("withdraw", n))
        return balance

    return {"deposit": deposit, "withdraw": withdraw, "history": lambda: history, "balance": lambda: balance}


a, b = account(100), account(5)
print(a["deposit"](50), a["withdraw"](30), b["balance"](), a["balance"](), a["history"](), b["history"]())
try:
    b["withdraw"](10)
except ValueError as error:
    print(error)


def machine():
    state = "idle"
    table = {("idle", "start"): "running", ("running", "pause"): "paused", ("paused", "start"): "running", ("running", "stop"): "idle"}

    def send(event):
        nonlocal state
        state = table.get((state, event), state)
        return state

    return send


send = machine()
print([send(e) for e in ("stop", "start", "pause", "stop", "start", "stop")])
makers = []
for i in range(3):

    def make(j):
        def get():
            return (i, j)

        return get

    makers.append(make(i))
print([m() for m in makers])


def loop_cell():
    out = []
    for x in range(3):
        out.append(lambda: x)
    x = 10
    return [f() for f in out]


print(loop_cell())


def parameter_cell(x, *args, key=0, **kwargs):
    def inner():
        nonlocal x, key
        x += 1
        key += len(args)
        return (x, key, args, sorted(kwargs))

    return inner


f = parameter_cell(1, 2, 3, key=4, z=5)
print(f(), f())
