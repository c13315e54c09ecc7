"""One dict, one lock around each change."""

# group: structures under one lock

from support.under_lock import run

if __name__ == "__main__":
    run("locked_dict", "atomic_dict")
