# gc.get_stats: a row for each generation.

import gc

rows = gc.get_stats()
print(len(rows), [sorted(row) for row in rows])
before = gc.get_stats()[2]
kept = [[] for _ in range(100_000)]
for row in kept:
    row.append(row)
del kept, row
gc.collect()
after = gc.get_stats()[2]
print(after["collections"] > before["collections"], after["collected"] > before["collected"])
print(all(row["uncollectable"] == 0 for row in gc.get_stats()))
