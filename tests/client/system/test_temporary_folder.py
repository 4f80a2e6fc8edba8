"""Nothing of a run that was killed stays on disk after the next start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform != "win32":
    import fcntl

from koikoi_client.system.temporary_folder import delete_abandoned, temporary_folder

KILLED = """
import os, signal, subprocess, sys
from pathlib import Path
from koikoi_client.system.temporary_folder import temporary_folder
with temporary_folder(Path(sys.argv[1])) as (folder, locks):
    (folder / "key").touch()
    child = subprocess.Popen(["cat"], stdout=sys.stderr, pass_fds=locks)
    print(folder, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_folder_is_there_for_the_block(tmp_path: Path) -> None:
    parent = tmp_path / "state" / "folders"
    with temporary_folder(parent) as (folder, _):
        (folder / "key").touch()
        assert sys.platform == "win32" or folder.stat().st_mode & 0o777 == 0o700
        delete_abandoned(parent)
        assert (folder / "key").exists()
    assert list(parent.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no files that are open")
def test_a_killed_run_is_deleted_when_its_child_has_ended_too(tmp_path: Path) -> None:
    """Whatever the dates of its files are."""
    killed = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert killed.stdin is not None
    assert killed.stdout is not None
    with killed.stdin, killed.stdout:
        folder = Path(killed.stdout.readline().decode().strip())
        killed.wait()
        delete_abandoned(tmp_path)
        assert (folder / "key").exists(), "its child still uses it"
        killed.stdin.close()
    with folder.with_suffix(".lock").open() as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)  # waits for the child's end
    os.utime(folder / "key", (4_102_444_800, 4_102_444_800))
    delete_abandoned(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")
def test_links_are_not_followed(tmp_path: Path) -> None:
    """Neither the folder, nor its lock file, nor the folder of all of them."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter").touch()
    folders = tmp_path / "folders"
    folders.mkdir()
    (folders / "koikoi-1").symlink_to(tmp_path / "mine")
    (folders / "koikoi-1.lock").touch()
    (folders / "koikoi-2").mkdir()
    (folders / "koikoi-2.lock").symlink_to(tmp_path / "mine" / "letter")
    delete_abandoned(folders)
    assert (tmp_path / "mine" / "letter").exists()
    assert [path.name for path in sorted(folders.iterdir())] == ["koikoi-2", "koikoi-2.lock"]
    (tmp_path / "linked").symlink_to(folders)
    (folders / "koikoi-3").mkdir()
    (folders / "koikoi-3.lock").touch()
    delete_abandoned(tmp_path / "linked")
    assert (folders / "koikoi-3").exists()


def test_without_a_place_of_its_own_the_folder_is_a_temporary_one(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with temporary_folder(tmp_path / "file") as (folder, locks):
        assert folder.is_dir()
        assert locks == ()
    assert not folder.exists()
