print("a begins")
import ring_b
name = "a"
print("a ends")
