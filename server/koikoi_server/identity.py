"""The identity of a server: a key and a self-signed certificate, by which clients recognize it.

Names prove nothing on a local network, so the certificate has the same name on every server. What
counts is its digest, of which people compare the *code*.
"""

from __future__ import annotations

import hashlib
import ssl
from dataclasses import dataclass, field
from pathlib import Path

from koikoi_server.text import text

NAME = "koikoi"  #: of every certificate; clients expect it whatever the server's address is
CODE_LETTERS = 16  #: of 24, about 73 bits: nobody finds a second certificate with the same code
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # as in join codes
_KEY, _CERTIFICATE = "PRIVATE KEY", "CERTIFICATE"
_KEY_KINDS = (  # in DER: all kinds that gRPC accepts in every language
    bytes.fromhex("301306072a8648ce3d020106082a8648ce3d030107"),  # ECDSA, P-256
    bytes.fromhex("301006072a8648ce3d020106052b81040022"),  # ECDSA, P-384
    bytes.fromhex("300d06092a864886f70d0101010500"),  # RSA
)
_FOR_NAME = b"\x82" + bytes([len(NAME)]) + NAME.encode()  # a name of the certificate, in DER


class UnusableIdentity(ValueError):
    """No client would accept the key or the certificate in a file; the message says so."""

    def __init__(self, path: Path) -> None:
        message = text(
            "No client can connect to a server with the key and the certificate in {path}. The "
            "key must be of the kind ECDSA P-256, ECDSA P-384 or RSA, and the certificate must be "
            'for the name "koikoi". If you delete the file, the server makes a new identity, which '
            "clients that know the old one refuse.",
            path=path,
        )
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Identity:
    """A key and the certificate that belongs to it, both as PEM."""

    key: bytes = field(repr=False)
    certificate: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 digest of the certificate's DER, in hexadecimal digits."""
        return hashlib.sha256(ssl.PEM_cert_to_DER_cert(self.certificate.decode())).hexdigest()

    @property
    def code(self) -> str:
        """The code that people compare: "KMQR-ABCD-EFGH-TUVW"."""
        number = int(self.digest, 16) % len(_LETTERS) ** CODE_LETTERS
        letters = ""
        for _ in range(CODE_LETTERS):
            number, place = divmod(number, len(_LETTERS))
            letters = _LETTERS[place] + letters
        return "-".join(letters[at : at + 4] for at in range(0, CODE_LETTERS, 4))


def fresh_identity() -> bytes:
    """A new key and its certificate, as PEM one after the other."""
    # Slow to load, and needed only once.
    from datetime import UTC, datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())  # gRPC supports no Ed25519
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2000, 1, 1, tzinfo=UTC))  # a machine's clock may be years off
        .not_valid_after(datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return secret + certificate.public_bytes(pem)


def parsed_identity(pem: bytes) -> Identity:
    """The identity in *pem*, as :func:`fresh_identity` made it. Raises ValueError."""
    return Identity(_block(pem, _KEY), _block(pem, _CERTIFICATE))


def read_identity(path: Path) -> Identity:
    """The identity in a file.

    Raises:
        UnusableIdentity: when no client would accept it.
        ValueError: when it is damaged, or the certificate does not belong to the key.
        OSError: when it cannot be read.
    """
    found = parsed_identity(path.read_bytes())
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path, password="")
    except ssl.SSLError as error:
        raise ValueError(str(error)) from None
    der = ssl.PEM_cert_to_DER_cert(found.certificate.decode())
    if _FOR_NAME not in der or not any(kind in der for kind in _KEY_KINDS):
        raise UnusableIdentity(path)
    return found


def _block(pem: bytes, kind: str) -> bytes:
    """The only block of that kind in *pem*. Raises ValueError."""
    begin, end = (f"-----{edge} {kind}-----".encode() for edge in ("BEGIN", "END"))
    if pem.count(begin) != 1 or pem.count(end) != 1 or pem.index(begin) > pem.index(end):
        raise ValueError(f"not one {kind.lower()}")
    return pem[pem.index(begin) : pem.index(end) + len(end)] + b"\n"
