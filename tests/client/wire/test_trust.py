"""Which servers are trusted, and what is remembered of them. Stories are in tests/encryption."""

from __future__ import annotations

import json
import ssl
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from koikoi_client.errors import Untrusted
from koikoi_client.system.store import Store
from koikoi_client.wire.address import Address
from koikoi_client.wire.trust import MAX_ADDRESSES, MemoryPins, Pin, Trust
from tests.support.identity import identity

HERE, THERE = Address("192.168.1.20", 50551), Address("192.168.1.21", 50551)


def der(number: int = 1) -> bytes:
    return ssl.PEM_cert_to_DER_cert(identity(number).certificate.decode())


def met(address: Address, pins: Any, number: int = 1, server_id: str = "S1") -> Trust:
    """The trust after a connection to a server, which is pinned."""
    trust = Trust(address, pins)
    trust.accept(der(number))
    trust.check_id(server_id)
    trust.keep(server_id)
    return trust


def test_a_known_server_at_a_new_address_is_no_first_visit() -> None:
    """It may have got another address, or have several names."""
    pins = MemoryPins()
    assert met(HERE, pins).first_visit
    assert not met(THERE, pins).first_visit
    assert pins.pins() == [Pin("S1", identity().digest, (str(HERE), str(THERE)))]


def test_only_the_last_addresses_of_a_server_are_known() -> None:
    pins = MemoryPins()
    addresses = [Address("192.168.1.20", port) for port in range(1, MAX_ADDRESSES + 2)]
    for each in addresses:
        met(each, pins)
    [pin] = pins.pins()
    assert pin.addresses == tuple(map(str, addresses[1:]))


def test_an_address_belongs_to_the_server_that_was_met_there_last() -> None:
    """Another one is refused there, even a known one: its host could pretend to be the other."""
    pins = MemoryPins()
    met(HERE, pins)
    met(THERE, pins, 2, "S2")
    with pytest.raises(Untrusted, match=identity(2).code):
        met(HERE, pins, 2, "S2")
    met(replace(HERE, code=identity(2).code), pins, 2, "S2")
    with pytest.raises(Untrusted, match=identity().code):
        met(HERE, pins)
    assert {pin.server_id: len(pin.addresses) for pin in pins.pins()} == {"S1": 0, "S2": 2}


def test_a_server_with_a_new_id_at_each_start_is_kept_once(tmp_path: Path) -> None:
    """One that saves nothing has the same certificate, and so the same password, each time."""
    pins = Store(state=tmp_path)
    met(HERE, pins).keep_password("S1", "plum")
    trust = met(HERE, pins, server_id="S2")
    assert (trust.first_visit, trust.kept_password) == (False, "plum")
    assert pins.pins() == [Pin("S2", identity().digest, (str(HERE),), "plum")]


def test_a_server_is_pinned_once_it_has_let_us_in() -> None:
    """If it wants a password first, the next visit is the first one again, and shows its code."""
    pins = MemoryPins()
    trust = Trust(HERE, pins)
    trust.accept(der())
    trust.check_id("S1")
    assert pins.pins() == []
    trust.keep("S1")
    assert [pin.server_id for pin in pins.pins()] == ["S1"]


def test_a_trusted_server_stays_the_one_that_was_accepted() -> None:
    trust = met(HERE, MemoryPins())
    trust.check_same(der())
    assert trust.expects(der())
    assert not trust.expects(der(2))
    with pytest.raises(Untrusted, match=identity(2).code):
        trust.check_same(der(2))


def test_pins_that_cannot_be_written_leave_a_first_visit(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    store = Store(tmp_path / "config", tmp_path / "state")
    for _ in range(2):
        assert met(HERE, store).first_visit


@pytest.mark.parametrize(
    "changed",
    [
        {"digest": 5},
        {"digest": "x"},
        {"digest": None},
        {"server_id": 5},
        {"addresses": 5},
        {"addresses": [5]},
        {"addresses": None},
        {"more": 1},
        {"server_id": "S2"},
        None,
    ],
)
def test_a_damaged_pin_is_no_first_visit(changed: dict[str, Any] | None, tmp_path: Path) -> None:
    """Otherwise the server's password and tokens would go to whoever answers. None: cut off."""
    store = Store(tmp_path / "config", tmp_path / "state")
    met(HERE, store)
    [pin] = store.pins()
    path = Path(store.pin_path(pin))
    kept = json.loads(path.read_text())
    path.write_text("{" if changed is None else json.dumps(kept | changed))
    with pytest.raises(Untrusted, match=identity().code) as refused:
        met(HERE, store)
    assert f"\n{path}\n" in str(refused.value)
    assert str(refused.value).endswith(f"\nkoikoi-client {identity().code}@{HERE}")
    with pytest.raises(Untrusted, match="damaged"):
        Trust(replace(HERE, insecure=True), store).check_id("S1")
    path.unlink()
    assert met(HERE, store).first_visit


def test_only_this_user_can_read_and_write_pins(tmp_path: Path) -> None:
    store = Store(tmp_path / "config", tmp_path / "state")
    met(HERE, store)
    path = Path(store.pin_path(store.pins()[0]))
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
