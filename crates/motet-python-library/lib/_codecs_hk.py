"""The codec of Hong Kong."""

from _multibytecodec import _codec_finder

getcodec = _codec_finder(
    frozenset({"big5hkscs"})
)
del _codec_finder
