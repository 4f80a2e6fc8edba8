"""Seat tokens are safe on disk, and given to no other server."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from koikoi_client.system import store as store_module
from koikoi_client.system.store import KeptSeat, Store

SEAT = KeptSeat("S1", "T1", 1, "the-token", "Aki")


def test_a_seat_is_kept_by_its_servers_id(store: Store) -> None:
    store.keep(SEAT)
    store.keep(KeptSeat("S2", "T1", 2, "other", "Aki"))
    assert store.seats("S1") == [SEAT]
    assert store.seats("S3") == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_only_the_owner_can_read_a_seat(store: Store) -> None:
    previous = os.umask(0)
    try:
        store.keep(SEAT)
        with store.hold(SEAT):
            pass
    finally:
        os.umask(previous)
    files = [path for path in store.state.rglob("*") if path.is_file()]
    assert len(files) == 2
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert stat.S_IMODE(store.state.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_open_folders_are_made_private_with_a_line(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the client's own: not those above them."""
    store.keep(SEAT)
    folders = [store.state, *(each for each in store.state.rglob("*") if each.is_dir())]
    assert len(folders) == 3
    for each in (store.state.parent, *folders):
        each.chmod(0o777)
    store.keep(SEAT)
    assert {stat.S_IMODE(each.stat().st_mode) for each in folders} == {0o700}
    assert stat.S_IMODE(store.state.parent.stat().st_mode) == 0o777
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert f"could open {store.state}:" in lines[0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_what_somebody_else_put_there_is_not_used(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a seat, nor a folder, nor a link in place of the log."""
    store.keep(SEAT)
    elsewhere = store.state / "elsewhere"
    elsewhere.touch()
    (store.state / "log").symlink_to(elsewhere)
    assert store.log_path("log") is None
    monkeypatch.setattr(os, "geteuid", lambda: 54_321)
    assert store.seats("S1") == []
    with pytest.raises(PermissionError, match="belongs to another user"):
        store.keep(SEAT)


def test_a_token_is_never_shown(store: Store) -> None:
    assert "the-token" not in f"{SEAT} {SEAT!r}"


def test_a_forgotten_seat_is_gone_but_a_newer_one_at_the_table_stays(store: Store) -> None:
    newer = KeptSeat("S1", "T1", 1, "newer", "Aki")
    store.keep(newer)
    store.forget(SEAT)
    assert store.seats("S1") == [newer]
    store.forget(newer)
    store.forget(newer)
    assert store.seats("S1") == []


def test_one_window_holds_a_seat(store: Store) -> None:
    store.keep(SEAT)
    with store.hold(SEAT) as first:
        with store.hold(SEAT) as second:
            assert (first, second) == (True, False)
        with store.hold(SEAT) as third:
            assert not third, "the end of a window without the hold must not free it"
    with store.hold(SEAT) as again:
        assert again


@pytest.mark.skipif(sys.platform == "win32", reason="it has no flock")
def test_on_a_file_system_without_locks_no_other_window_seems_to_hold_a_seat(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", flock)
    store.keep(SEAT)
    with store.hold(SEAT) as held:
        assert held


@pytest.mark.parametrize("when", ["never kept", "before", "meanwhile", "after"])
def test_a_seat_that_is_no_more_leaves_no_file(tmp_path: Path, when: str) -> None:
    """Neither its token nor its lock: who plays every day would have thousands."""
    store = Store(tmp_path / "c", tmp_path / "s")
    if when != "never kept":
        store.keep(SEAT)
    if when == "before":
        store.forget(SEAT)
    with store.hold(SEAT):
        if when == "meanwhile":
            store.forget(SEAT)
    if when == "after":
        store.forget(SEAT)
    assert [path for path in store.state.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("bad", ["../../evil", "a/b", "", "x" * 200, ".", "nul\0"])
def test_an_id_from_a_server_cannot_leave_the_folder(store: Store, bad: str) -> None:
    seat = KeptSeat(bad, bad, 1, "t", "Aki")
    store.keep(seat)
    assert store.seats(bad) == [seat]
    root = store.state / "seats"
    for path in store.state.parent.rglob("*.json"):
        assert root.resolve() in path.resolve().parents


@pytest.mark.parametrize(
    "content",
    [
        "[1, 2",
        "{}",
        "[" * 99_999,
        "\x00",
        '{"server_id": "S1", "table_id": 7, "seat": 1, "token": "t", "player_name": "A"}',
        '{"server_id": "S1", "table_id": "T", "seat": "1", "token": "t", "player_name": "A"}',
        '{"server_id": "S1", "table_id": "T", "seat": 9, "token": "t", "player_name": "A"}',
        '{"server_id": "S1", "table_id": "T", "seat": 1, "token": null, "player_name": "A"}',
        '{"server_id": ["S1"], "name": 7}',
    ],
)
def test_a_damaged_file_counts_as_empty(store: Store, content: str) -> None:
    store.keep(SEAT)
    store.keep_last(name="Aki")
    for path in store.state.rglob("*.json"):
        path.write_text(content)
    assert store.seats("S1") == []
    assert store.last("name") == ""


LONG_AGO, FAR_AHEAD = 31_536_000, 4_102_444_800  # 1971 and 2100: clocks that were not set


@pytest.mark.parametrize("wrong", [LONG_AGO, FAR_AHEAD])
def test_a_date_forgets_no_seat_and_the_newest_stays_first(
    store: Store, wrong: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor the chain of a match. The clock may have been set between two seats."""
    monkeypatch.setattr(store_module, "MAX_CHAINS", 2)
    tables = [KeptSeat("S1", f"T{number}", 1, "t", "Aki") for number in range(4)]
    for number, seat in enumerate(tables):
        store.keep(seat)
        store.keep_chain(seat.table_id, bytes(32), server_id="S")
        if number == 1:
            for path in store.state.rglob("*.json"):
                os.utime(path, (wrong, wrong + number))
    assert [seat.table_id for seat in store.seats("S1")][:2] == ["T3", "T2"]
    assert set(store.seats("S1")) == set(tables)
    assert [bool(store.chain(seat.table_id)) for seat in tables] == [False, False, True, True]


def test_only_so_many_seats_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ones that were taken last, at whatever server."""
    monkeypatch.setattr(store_module, "MAX_SEATS", 2)
    for server in ("S1", "S2", "S3"):
        store.keep(KeptSeat(server, "T1", 1, "t", "Aki"))
    assert [bool(store.seats(server)) for server in ("S1", "S2", "S3")] == [False, True, True]


def test_settings_and_what_was_last_are_kept_apart(store: Store) -> None:
    assert store.setting("bell", True) is True
    store.keep_setting("bell", False)
    store.keep_last(server="a:1", name="Aki")
    store.keep_last(name="Ben")
    again = Store(store.config, store.state)
    assert again.setting("bell", True) is False
    assert (again.last("server"), again.last("name")) == ("a:1", "Ben")
    assert not list(store.state.rglob(".new-*"))
