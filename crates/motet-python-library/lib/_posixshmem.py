"""Names of memory that processes share."""

import _semaphores_core as _core


def shm_open(path, flags, mode=0o777):
    """Opens shared memory; a descriptor."""
    if not isinstance(path, str):
        raise TypeError(
            f"shm_open() argument 'path' must be str, not {type(path).__name__}"
        )
    return _core.shm_open(path, flags, mode)


def shm_unlink(path):
    """Takes the name of shared memory away."""
    if not isinstance(path, str):
        raise TypeError(
            f"shm_unlink() argument 'path' must be str, not {type(path).__name__}"
        )
    _core.shm_unlink(path)
