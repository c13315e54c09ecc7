"""The codecs of China."""

from _multibytecodec import _codec_finder

getcodec = _codec_finder(
    frozenset({"gb2312", "gbk", "gb18030", "hz"})
)
del _codec_finder
