"""The codecs of Japan."""

from _multibytecodec import _codec_finder

getcodec = _codec_finder(
    frozenset({
        "shift_jis", "cp932", "euc_jp", "shift_jis_2004", "euc_jis_2004", "euc_jisx0213",
        "shift_jisx0213",
    })
)
del _codec_finder
