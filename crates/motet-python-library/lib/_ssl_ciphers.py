"""The ciphers as OpenSSL names, lists and chooses them."""

import _ssl_core as core

ALL = core.suites()
NEWER = tuple(suite for suite in ALL if suite[2] == "TLSv1.3")
OLDER = tuple(suite for suite in ALL if suite[2] == "TLSv1.2")

_EVERY = ("ALL", "DEFAULT", "HIGH", "TLSV1.2", "ECDHE", "KECDHE", "EECDH", "KEECDH", "ECDH", "AEAD")


def _words(suite):
    """The words that a cipher answers to."""
    number, name, protocol, bits, symmetric, authentication = suite
    words = {name.upper(), *_EVERY, "A" + authentication.upper()}
    if authentication == "ecdsa":
        words.add("ECDSA")
    words.add("SHA384" if name.endswith("SHA384") else "SHA256")
    if symmetric.startswith("aes"):
        words |= {"AES", "AESGCM", "FIPS", "AES256" if bits == 256 else "AES128"}
    else:
        words.add("CHACHA20")
    return words


_WORDS = tuple((suite, _words(suite)) for suite in OLDER)


def chosen(text):
    """The ciphers of TLS 1.2 that a list in OpenSSL's language chooses, and its level of security,
    if it has one."""
    selected, killed, level = [], set(), None
    for token in text.replace(",", ":").replace(" ", ":").replace(";", ":").split(":"):
        if token.startswith("@"):
            if token.startswith("@SECLEVEL="):
                level = int(token[10:]) if token[10:].isdigit() else level
            continue
        operator = token[:1] if token[:1] in ("!", "-", "+") else ""
        wanted = token[len(operator):].upper().split("+")
        matching = [
            suite for suite, words in _WORDS if all(word in words for word in wanted)
        ]
        if operator == "!":
            killed.update(matching)
        if operator:
            moved = [suite for suite in selected if suite in matching]
            selected = [suite for suite in selected if suite not in matching]
            if operator == "+":
                selected += moved
        else:
            selected += [
                suite for suite in matching if suite not in selected and suite not in killed
            ]
    return tuple(selected), level


def shown(suite):
    """A cipher as `get_ciphers` shows it."""
    number, name, protocol, bits, symmetric, authentication = suite
    is_newer = protocol == "TLSv1.3"
    exchange = "any" if is_newer else "ECDH"
    cipher = "CHACHA20/POLY1305(256)" if symmetric.startswith("chacha") else f"AESGCM({bits})"
    key = authentication if is_newer else authentication.upper()
    return {
        "id": 0x03000000 | number,
        "name": name,
        "protocol": protocol,
        "description": (
            f"{name:<30} {protocol} Kx={exchange:<8} Au={key:<5} Enc={cipher:<22} Mac=AEAD"
        ),
        "strength_bits": bits,
        "alg_bits": bits,
        "aead": True,
        "symmetric": symmetric,
        "digest": None,
        "kea": "kx-any" if is_newer else "kx-ecdhe",
        "auth": f"auth-{authentication}",
    }


def triple(suite):
    """A cipher as connections tell it: name, version, bits."""
    return suite[1], suite[2], suite[3]
