"""Transfers between accounts that all threads share, each one atomic; now and then an audit of all.

The textbook example of a transaction: no money may appear or vanish, also not for somebody who adds
up all the balances while transfers go on.
"""

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads, share

# The number of transfers, and of accounts.
SIZES = {
    "T": (300, 50),
    "S": (200_000, 1_000),
    "W": (1_500_000, 10_000),
    "A": (15_000_000, 10_000),
}
START = 1000
# One audit for so many transfers.
AUDIT_EACH = 10_000


class Account:
    def __init__(self):
        self.balance = START
        self.transfers = 0


def transfer(source, target, amount):
    """Whether there was enough."""
    with atomic:
        if source.balance < amount:
            return False
        source.balance -= amount
        target.balance += amount
        source.transfers += 1
    return True


def audit(accounts):
    with atomic:
        total = 0
        for account in accounts:
            total += account.balance
    return total


def main():
    benchmark = Benchmark("bank_transfers", __doc__, SIZES)
    transfers, account_count = benchmark.problem
    accounts = [Account() for _ in range(account_count)]

    def work(index):
        first, end = share(transfers, benchmark.threads, index)
        random = RandomStream(index)
        done = 0
        wrong_audits = 0
        for number in range(first, end):
            source = accounts[random.below(account_count)]
            target = accounts[random.below(account_count)]
            done += transfer(source, target, random.below(100))
            if number % AUDIT_EACH == 0 and audit(accounts) != account_count * START:
                wrong_audits += 1
        return done, wrong_audits

    benchmark.start()
    parts = in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the number of wrong audits", sum([wrong for _, wrong in parts]), 0)
    benchmark.equal("all the money", audit(accounts), account_count * START)
    benchmark.check(all([account.balance >= 0 for account in accounts]), "an account is overdrawn")
    counted = sum([account.transfers for account in accounts])
    benchmark.equal("the number of counted transfers", counted, sum([done for done, _ in parts]))
    benchmark.finish()


if __name__ == "__main__":
    main()
