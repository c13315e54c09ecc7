# loguru: sinks, formats, filters, exceptions with their values, binding, a queue, rotation.
import io
import os
import sys
import tempfile
import threading

from loguru import logger

out = io.StringIO()
logger.remove()
sink = logger.add(out, format="{level.name:<8}|{function}:{line}|{extra}|{message}", level="DEBUG", colorize=False, backtrace=False, diagnose=True)


def work(a, b):
    logger.debug("dividing {} by {b}", a, b=b)
    return a / b


with logger.contextualize(request=7):
    work(6, 3)
    logger.bind(user="é").info("bound {!r}", "x")
logger.opt(lazy=True).warning("lazy {}", lambda: 40 + 2)
logger.opt(colors=True).info("<red>red</red> text")


@logger.catch(reraise=False, message="caught")
def fails():
    return work(1, 0)


print(fails())
logger.level("LOUD", no=45, color="<yellow>")
logger.log("LOUD", "noise")
try:
    logger.log("NONE", "x")
except ValueError as error:
    print(error)
logger.remove(sink)
text = out.getvalue()
print(text[: text.index("Traceback")])
print([line for line in text.splitlines() if "ZeroDivisionError" in line or "noise" in line])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "log.txt")
    sink = logger.add(path, format="{message}", enqueue=True, rotation="1 KB", serialize=False)
    threads = [threading.Thread(target=lambda n=n: [logger.info("{} {}", n, "x" * 20) for _ in range(20)]) for n in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    logger.complete()
    logger.remove(sink)
    files = sorted(os.listdir(folder))
    print(len(files) > 1, sum(len(open(os.path.join(folder, f)).readlines()) for f in files))
rows = []
logger.add(lambda message: rows.append((message.record["level"].no, message.record["message"], message.record["exception"])), filter=lambda r: r["level"].no > 20)
logger.info("no")
logger.success("yes")
print(rows)
