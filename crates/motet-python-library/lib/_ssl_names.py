"""Object identifiers with OpenSSL's names, and certificates as dictionaries."""

# The module that programs know.
__name__ = "_ssl"

import _ssl_core as core

# Number, short name, long name, identifier.
_OBJECTS = (
    (0, "UNDEF", "undefined", None),
    (6, "rsaEncryption", "rsaEncryption", "1.2.840.113549.1.1.1"),
    (13, "CN", "commonName", "2.5.4.3"),
    (14, "C", "countryName", "2.5.4.6"),
    (15, "L", "localityName", "2.5.4.7"),
    (16, "ST", "stateOrProvinceName", "2.5.4.8"),
    (17, "O", "organizationName", "2.5.4.10"),
    (18, "OU", "organizationalUnitName", "2.5.4.11"),
    (48, "emailAddress", "emailAddress", "1.2.840.113549.1.9.1"),
    (49, "unstructuredName", "unstructuredName", "1.2.840.113549.1.9.2"),
    (82, "subjectKeyIdentifier", "X509v3 Subject Key Identifier", "2.5.29.14"),
    (83, "keyUsage", "X509v3 Key Usage", "2.5.29.15"),
    (85, "subjectAltName", "X509v3 Subject Alternative Name", "2.5.29.17"),
    (86, "issuerAltName", "X509v3 Issuer Alternative Name", "2.5.29.18"),
    (87, "basicConstraints", "X509v3 Basic Constraints", "2.5.29.19"),
    (88, "crlNumber", "X509v3 CRL Number", "2.5.29.20"),
    (89, "certificatePolicies", "X509v3 Certificate Policies", "2.5.29.32"),
    (90, "authorityKeyIdentifier", "X509v3 Authority Key Identifier", "2.5.29.35"),
    (99, "GN", "givenName", "2.5.4.42"),
    (100, "SN", "surname", "2.5.4.4"),
    (101, "initials", "initials", "2.5.4.43"),
    (103, "crlDistributionPoints", "X509v3 CRL Distribution Points", "2.5.29.31"),
    (105, "serialNumber", "serialNumber", "2.5.4.5"),
    (106, "title", "title", "2.5.4.12"),
    (107, "description", "description", "2.5.4.13"),
    (126, "extendedKeyUsage", "X509v3 Extended Key Usage", "2.5.29.37"),
    (129, "serverAuth", "TLS Web Server Authentication", "1.3.6.1.5.5.7.3.1"),
    (130, "clientAuth", "TLS Web Client Authentication", "1.3.6.1.5.5.7.3.2"),
    (131, "codeSigning", "Code Signing", "1.3.6.1.5.5.7.3.3"),
    (132, "emailProtection", "E-mail Protection", "1.3.6.1.5.5.7.3.4"),
    (133, "timeStamping", "Time Stamping", "1.3.6.1.5.5.7.3.8"),
    (173, "name", "name", "2.5.4.41"),
    (174, "dnQualifier", "dnQualifier", "2.5.4.46"),
    (178, "OCSP", "OCSP", "1.3.6.1.5.5.7.48.1"),
    (179, "caIssuers", "CA Issuers", "1.3.6.1.5.5.7.48.2"),
    (180, "OCSPSigning", "OCSP Signing", "1.3.6.1.5.5.7.3.9"),
    (391, "DC", "domainComponent", "0.9.2342.19200300.100.1.25"),
    (408, "id-ecPublicKey", "id-ecPublicKey", "1.2.840.10045.2.1"),
    (415, "prime256v1", "prime256v1", "1.2.840.10045.3.1.7"),
    (458, "UID", "userId", "0.9.2342.19200300.100.1.1"),
    (509, "generationQualifier", "generationQualifier", "2.5.4.44"),
    (510, "pseudonym", "pseudonym", "2.5.4.65"),
    (660, "street", "streetAddress", "2.5.4.9"),
    (661, "postalCode", "postalCode", "2.5.4.17"),
    (666, "noRevAvail", "X509v3 No Revocation Available", "2.5.29.56"),
    (668, "RSA-SHA256", "sha256WithRSAEncryption", "1.2.840.113549.1.1.11"),
    (672, "SHA256", "sha256", "2.16.840.1.101.3.4.2.1"),
    (746, "anyPolicy", "X509v3 Any Policy", "2.5.29.32.0"),
    (860, "businessCategory", "businessCategory", "2.5.4.15"),
    (910, "anyExtendedKeyUsage", "Any Extended Key Usage", "2.5.29.37.0"),
    (955, "jurisdictionL", "jurisdictionLocalityName", "1.3.6.1.4.1.311.60.2.1.1"),
    (956, "jurisdictionST", "jurisdictionStateOrProvinceName", "1.3.6.1.4.1.311.60.2.1.2"),
    (957, "jurisdictionC", "jurisdictionCountryName", "1.3.6.1.4.1.311.60.2.1.3"),
    (1089, "organizationIdentifier", "organizationIdentifier", "2.5.4.97"),
)
_LONG = {row[3]: row[2] for row in _OBJECTS}


def nid2obj(nid, /):
    """Lookup NID, short name, long name and OID of an ASN1_OBJECT by NID."""
    if nid < 0:
        raise ValueError("NID must be positive")
    for row in _OBJECTS:
        if row[0] == nid:
            return row
    raise ValueError(f"unknown NID {nid}")


def txt2obj(txt, name=False):
    """Lookup NID, short name, long name and OID of an ASN1_OBJECT.

By default objects are looked up by OID. With name=True short and
long name are also matched."""
    for row in _OBJECTS:
        if txt == row[3] or name and txt in (row[1], row[2]):
            return row
    if txt.replace(".", "").isdigit() and "." in txt:
        return (0, None, None, txt)
    raise ValueError(f"unknown object '{txt[:100]}'")


def _name(sets):
    return tuple(
        tuple((_LONG.get(kind, kind), text) for kind, text in pairs) for pairs in sets
    )


def decoded(der):
    """What `getpeercert` tells of a certificate; None if it is none."""
    parts = core.decode(der)
    if parts is None:
        return None
    subject, issuer, version, serial, before, after, names, ocsp, issuers, lists = parts
    found = {
        "subject": _name(subject),
        "issuer": _name(issuer),
        "version": version,
        "serialNumber": serial,
        "notBefore": before,
        "notAfter": after,
    }
    if names:
        found["subjectAltName"] = tuple(
            (kind, _name(value) if kind == "DirName" else value) for kind, value in names
        )
    if ocsp:
        found["OCSP"] = ocsp
    if issuers:
        found["caIssuers"] = issuers
    if lists:
        found["crlDistributionPoints"] = lists
    return found


class Certificate:
    """A certificate of a chain."""

    __module__ = "_ssl"
    __slots__ = ("_der",)

    def __new__(cls, *args, **kwargs):
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__qualname__}' instances")

    def public_bytes(self, format=1, /):
        if format == 2:
            return self._der
        if format == 1:
            import binascii

            text = binascii.b2a_base64(self._der, newline=False).decode("ascii")
            lines = [text[start:start + 64] for start in range(0, len(text), 64)]
            body = "\n".join(lines)
            return f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n"
        raise ValueError("Unsupported format")

    def get_info(self):
        return decoded(self._der)

    def __eq__(self, other):
        if not isinstance(other, Certificate):
            return NotImplemented
        return self._der == other._der

    def __hash__(self):
        return hash(self._der)

    def __repr__(self):
        pairs = [f"{kind}={text}" for pairs in decoded(self._der)["subject"] for kind, text in pairs]
        return f"<{type(self).__module__}.{type(self).__qualname__} '{', '.join(pairs)}'>"


def certificate(der):
    found = object.__new__(Certificate)
    found._der = der
    return found
