"""What `operator` takes from the machine."""

from _digests import compare_digest as _compare_digest
