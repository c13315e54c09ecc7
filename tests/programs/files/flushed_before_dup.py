# Text that is flushed goes to the file that the descriptor is at that moment.
import os, sys
sys.stdout.write("first"); sys.stdout.flush()
saved = os.dup(1)
r, w = os.pipe()
os.dup2(w, 1); os.close(w)
sys.stdout.write("second"); sys.stdout.flush()
os.dup2(saved, 1)
print("\ngot", os.read(r, 100))
