"""The codecs of Taiwan."""

from _multibytecodec import _codec_finder

getcodec = _codec_finder(
    frozenset({"big5", "cp950"})
)
del _codec_finder
