# structlog: processors, bound values, JSON, levels, the standard library's loggers, context variables in threads.
import io
import logging
import threading

import structlog
from structlog.testing import capture_logs

out = io.StringIO()
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.StackInfoRenderer(),
        structlog.processors.dict_tracebacks,
        structlog.processors.JSONRenderer(sort_keys=True),
    ],
    wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    logger_factory=structlog.PrintLoggerFactory(out),
)
log = structlog.get_logger().bind(user="ann")
log.info("hello", n=1)
log.debug("never")
log.unbind("user").warning("a %s", "b", key=[1, None])
try:
    1 / 0
except ZeroDivisionError:
    log.exception("failed")


def work(n):
    structlog.contextvars.bind_contextvars(request=n)
    for k in range(3):
        structlog.get_logger().info("step", k=k)


threads = [threading.Thread(target=work, args=(n,)) for n in range(3)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
import json

lines = [json.loads(line) for line in out.getvalue().splitlines()]
print([{k: v for k, v in line.items() if k != "exception"} for line in lines[:3]])
print(lines[2]["exception"][0]["exc_type"], lines[2]["exception"][0]["exc_value"])
print(sorted((line["request"], line["k"]) for line in lines[3:]))
with capture_logs() as captured:
    structlog.get_logger().error("seen", a=1)
print(captured)
plain = structlog.dev.ConsoleRenderer(colors=False)
print(plain(None, "info", {"event": "text", "level": "info", "b": "x y", "a": 1}))
print(structlog.processors.KeyValueRenderer(key_order=["b"])(None, None, {"a": 1, "b": "é"}))
print(structlog.processors.LogfmtRenderer()(None, None, {"a": True, "b": 'q "x"'}))
wrapped = structlog.wrap_logger(logging.getLogger("std"), processors=[structlog.stdlib.render_to_log_kwargs])
print(wrapped.bind(x=1)._context)
