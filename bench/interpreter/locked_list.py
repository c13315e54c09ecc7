"""One list, one lock around each swap of elements."""

# group: structures under one lock

from support.under_lock import run

if __name__ == "__main__":
    run("locked_list", "atomic_list")
