"""A skip list, one lock around each operation."""

# group: structures under one lock

from support.under_lock import run

if __name__ == "__main__":
    run("locked_skiplist", "skiplist")
