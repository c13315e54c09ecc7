"""MD5."""

from _digest_classes import define as _define

MD5Type, md5 = _define("_md5", "md5", "md5", 64, 16)
