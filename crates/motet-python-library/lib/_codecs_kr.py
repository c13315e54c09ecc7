"""The codecs of Korea."""

from _multibytecodec import _codec_finder

getcodec = _codec_finder(
    frozenset({"euc_kr", "cp949", "johab"})
)
del _codec_finder
