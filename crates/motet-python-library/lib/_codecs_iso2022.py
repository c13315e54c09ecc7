"""The codecs of ISO 2022."""

from _multibytecodec import _codec_finder

getcodec = _codec_finder(
    frozenset({
        "iso2022_kr", "iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_2004",
        "iso2022_jp_3", "iso2022_jp_ext",
    })
)
del _codec_finder
