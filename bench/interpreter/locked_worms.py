"""Worms on a grid, one lock around each step."""

# group: structures under one lock

from support.under_lock import run

if __name__ == "__main__":
    run("locked_worms", "threadworms")
