print("broken begins")
1 / 0
