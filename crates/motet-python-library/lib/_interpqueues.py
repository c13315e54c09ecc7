"""Queues between interpreters, of which there is one only: none can be made."""


class QueueError(RuntimeError):
    """Indicates that a queue-related error happened."""


class QueueNotFoundError(QueueError):
    """Raised when a cross-interpreter queue is not found"""


def create(maxsize, unboundop=-1, fallback=-1):
    raise QueueError("there is one interpreter only, without queues to others")


def list_all():
    return []


def _find(qid, *arguments):
    raise QueueNotFoundError(f"queue {qid} not found")


destroy = put = get = bind = release = get_maxsize = get_queue_defaults = is_full = get_count = _find


def _register_heap_types(queue, empty, full, /):
    pass
