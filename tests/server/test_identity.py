"""The identity of a server, and the code by which people compare it."""

from __future__ import annotations

import hashlib
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509.oid import NameOID
from hypothesis import given, settings
from hypothesis import strategies as some

from koikoi_client.wire import certificate as client
from koikoi_server import identity as server
from koikoi_server.identity import Identity, fresh_identity, parsed_identity, read_identity
from koikoi_server.journal import JournalError
from koikoi_server.journal.kept_file import kept_identity
from tests.support.identity import identity

PEM_OF_A_TEST = (
    b"-----BEGIN CERTIFICATE-----\nAAECAwQFBgc=\n-----END CERTIFICATE-----\n"  # eight bytes
)


def test_the_code_of_a_known_certificate() -> None:
    """So that it stays the same for ever, in every client's language."""
    one = Identity(b"", PEM_OF_A_TEST)
    assert one.digest == hashlib.sha256(bytes(range(8))).hexdigest()
    assert one.digest == "8a851ff82ee7048ad09ec3847f1ddf44944104d2cbd17ef4e3db22c6785a0d45"
    assert one.code == client.code_of(one.digest) == "ZCDS-LEKP-VDQW-UAPP"


@settings(max_examples=25)
@given(some.binary(min_size=32, max_size=32))
def test_client_and_server_compute_the_same_code(digest: bytes) -> None:
    """They share no code."""

    class Known(Identity):
        @property
        def digest(self) -> str:
            return digest.hex()

    assert Known(b"", b"").code == client.code_of(digest.hex())
    assert (server.NAME, server.CODE_LETTERS) == (client.NAME, client.CODE_LETTERS)


def test_certificates_are_what_gRPC_and_clients_without_a_clock_accept() -> None:
    made = x509.load_pem_x509_certificate(identity().certificate)
    assert made.subject == made.issuer
    assert made.not_valid_before_utc.year == 2000
    assert made.not_valid_after_utc.year == datetime.max.year
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == [server.NAME]
    assert not made.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert identity().code != identity(2).code


def test_nothing_prints_the_key() -> None:
    assert "PRIVATE" not in repr(identity())


def with_passphrase() -> bytes:
    """A key in the form of ours whose content is encrypted, and its certificate."""
    key = load_pem_private_key(identity().key, None)
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"secret"),
    )
    return secret + identity().certificate


def traditional_with_passphrase() -> bytes:
    """The same, as older programs write it, after a key in our form."""
    key: Any = load_pem_private_key(identity().key, None)
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.BestAvailableEncryption(b"secret"),
    )
    return bytes(secret) + identity().key + identity().certificate


WHOLE = identity().key + identity().certificate
DAMAGED = {
    "empty": b"",
    "half-written": WHOLE[: len(WHOLE) // 2],
    "without its end": WHOLE[:-20],
    "without a certificate": identity().key,
    "without a key": identity().certificate,
    "of another key": identity(2).key + identity().certificate,
    "two certificates": WHOLE + identity(2).certificate,
    "one byte changed": WHOLE.replace(b"\nM", b"\nN"),
    "not text": bytes(range(256)),
    "a passphrase": with_passphrase(),
    "an older passphrase": traditional_with_passphrase(),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_identity_is_not_read(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "identity.pem"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"."):
        read_identity(path)


def made_by_hand(key: Any, name: str = server.NAME) -> bytes:
    """An identity with another key, or for another name, than a server makes."""
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
        .not_valid_before(datetime(2000, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(9999, 12, 31, tzinfo=UTC))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, None if isinstance(key, Ed25519PrivateKey) else hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return bytes(secret) + certificate.public_bytes(pem)


@pytest.mark.parametrize(
    ("make", "name", "usable"),
    [
        (lambda: ec.generate_private_key(ec.SECP384R1()), server.NAME, True),
        (lambda: rsa.generate_private_key(65537, 2048), server.NAME, True),
        (Ed25519PrivateKey.generate, server.NAME, False),
        (lambda: ec.generate_private_key(ec.SECP521R1()), server.NAME, False),
        (lambda: ec.generate_private_key(ec.SECP256R1()), "example", False),
    ],
    ids=["P-384", "RSA", "Ed25519", "P-521", "another name"],
)
def test_a_server_does_not_start_with_an_identity_that_no_client_accepts(
    make: Callable[[], Any], name: str, usable: bool, tmp_path: Path
) -> None:
    path = tmp_path / "identity.pem"
    path.write_bytes(made_by_hand(make(), name))
    if usable:
        assert kept_identity(tmp_path).code
        return
    with pytest.raises(JournalError, match="No client can connect"):
        kept_identity(tmp_path)


def test_an_identity_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "identity.pem"
    path.write_bytes(pem := fresh_identity())
    assert read_identity(path) == parsed_identity(pem)
    path.write_bytes(b"A note.\r\n" + pem.replace(b"\n", b"\r\n"))
    assert read_identity(path).code == parsed_identity(pem).code
    assert ssl.PEM_cert_to_DER_cert(parsed_identity(pem).certificate.decode())
