"""Transfers between shared accounts, one lock around each."""

# group: structures under one lock

from support.under_lock import run

if __name__ == "__main__":
    run("locked_bank", "bank_transfers")
