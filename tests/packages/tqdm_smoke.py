# tqdm: bars to a text, in threads, by hand, with nested and unknown sizes.
import io
import re
from concurrent.futures import ThreadPoolExecutor

from tqdm import tqdm, trange
from tqdm.contrib import tenumerate, tzip
from tqdm.contrib.concurrent import thread_map


def plain(text):
    """Without the times and rates, whose length decides how long the bar is."""
    return re.sub("#+", "#", re.sub(r"\[.*?\]", "[]", text))


out = io.StringIO()
total = sum(tqdm(range(1000), file=out, desc="sum", ncols=60, mininterval=0))
print(total, plain(out.getvalue().split("\r")[-1]))
out = io.StringIO()
with tqdm(total=2048, unit="B", unit_scale=True, unit_divisor=1024, file=out, ncols=70, ascii=True) as bar:
    for _ in range(4):
        bar.update(512)
        bar.set_postfix(loss=0.5, step="x")
    print(bar.n, bar.total, repr(bar.postfix))
print(plain(out.getvalue().split("\r")[-1]))
out = io.StringIO()
print(list(tqdm((n * n for n in range(4)), file=out)), plain(out.getvalue().split("\r")[-1]))
bar = tqdm(total=4000, file=io.StringIO())


def work(_):
    for _ in range(1000):
        with bar.get_lock():
            bar.n += 1


with ThreadPoolExecutor(4) as pool:
    list(pool.map(work, range(4)))
print(bar.n)
bar.close()
quiet = {"file": io.StringIO()}
print(list(tenumerate("ab", **quiet)), list(tzip([1, 2], "xy", **quiet)), thread_map(abs, [-1, -2], max_workers=2, **quiet))
print(tqdm.format_sizeof(12345678, "B"), tqdm.format_interval(3725), tqdm.format_num(1234567), tqdm.format_meter(5, 10, 2.5, ncols=40))
