# the whole error output counts
"""A standard stream that is detached at the end is flushed in vain."""
import io, sys
sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding="utf-8")
print("a")
sys.stdout.flush()
sys.stdout.detach()
