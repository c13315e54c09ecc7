# A lot of short-lived objects beside a few that live.
keep = []
checksum = 0
for i in range(50000):
    temporary = [i, (i + 1, i + 2), {"k": i}]
    checksum += temporary[1][1] + temporary[2]["k"]
    if i % 1000 == 0:
        keep.append(temporary)
print(checksum, len(keep), keep[0], keep[-1])
print(sum([t[0] for t in keep]), sum([t[2]["k"] for t in keep]))
