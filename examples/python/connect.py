"""Connect to a server, with TLS or without. docs/tls.md explains it."""

import hashlib
import os
import ssl
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import grpc

TIMES = {"keepalive_time_ms": 8000, "http2.ping_timeout_ms": 4000, "max_reconnect_backoff_ms": 3000}
OPTIONS = [(f"grpc.{key}", value) for key, value in TIMES.items()] + [("grpc.enable_http_proxy", 0)]
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # of codes
HOW = """Write CODE@HOST as the server prints it, or let KOIKOI_CERTIFICATE name a file with its
certificate, or add --insecure without a code: then everybody on the network can read your cards."""
MISMATCH = {  # what may be wrong when nothing answers, with --insecure and without
    True: "If the server prints a code, write CODE@HOST and leave out --insecure.",
    False: "If the server was started with --insecure, add --insecure here too.",
}


def split(address):
    """The host and the port of HOST, HOST:PORT, an IPv6 address, or one in brackets with a port."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or (":" in host and not host.endswith("]")):
        host, port = address, 50551
    return host.strip("[]"), int(port)


def target(host, port):
    """The gRPC target of a host."""
    if ":" in host:
        return "dns:///" + quote(f"[{host}]:{port}")
    return f"dns:///{host.encode('idna').decode()}:{port}"  # "dns:///": a host may be called unix


def code_of(pem):
    """The code of a certificate: the SHA-256 digest of its DER, as 16 digits of base 24."""
    number = int(hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest(), 16)
    code = "".join(LETTERS[number // 24**place % 24] for place in reversed(range(16)))
    return "-".join(code[at : at + 4] for at in range(0, 16, 4))


def fetch(where):
    """The certificate that a server shows, as PEM. The channel will check that it is its own."""
    try:
        return ssl.get_server_certificate(where, timeout=5)
    except OSError as error:
        raise ConnectionError(f"Cannot connect: {error}. {MISMATCH[False]}") from None


def read(file):
    """The certificate in a file, as PEM."""
    try:
        pem = Path(file).read_text()
        ssl.PEM_cert_to_DER_cert(pem)
    except OSError as error:
        sys.exit(f"Cannot read the certificate in {file}: {error.strerror}.")
    except ValueError:
        sys.exit(f"There is no certificate in {file}.")
    return pem


def compare(source, found, code):
    """Exit if the two codes differ. People may type small letters, or leave out the hyphens."""
    if found.replace("-", "") != code.upper().replace("-", ""):
        why = "this is another server, or its certificate is new"
        sys.exit(f"The code of {source} is {found}, not {code}: {why}.")


def connect(address, insecure):
    """A channel to the server at CODE@HOST[:PORT], which accepts only its certificate.

    And a function to call when the server is unavailable: it exits if its certificate is another
    one now.
    """
    code, _, host = address.rpartition("@")
    where, file = split(host), os.environ.get("KOIKOI_CERTIFICATE")
    if insecure is bool(code or file):
        sys.exit(HOW)
    if insecure:
        return grpc.aio.insecure_channel(target(*where), OPTIONS), lambda: None
    pem = read(file) if file else fetch(where)
    expected = code_of(pem)
    compare(file or host, expected, code or expected)

    def check():
        with suppress(OSError):  # nothing answers
            compare(host, code_of(fetch(where)), expected)

    options = [*OPTIONS, ("grpc.ssl_target_name_override", "koikoi")]  # the name in all of them
    only = grpc.ssl_channel_credentials(pem.encode())
    return grpc.aio.secure_channel(target(*where), only, options), check
