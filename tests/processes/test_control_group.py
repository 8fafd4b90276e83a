"""A control group, on ordinary files in place of the kernel's: few systems delegate all controllers."""

import os
from pathlib import Path

import pytest

from sudokubench.actions.doctor import isolation
from sudokubench.processes import control_group
from sudokubench.processes.control_group import ControlGroup


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(control_group, "_home", lambda: str(tmp_path))
    (tmp_path / "cgroup.procs").touch()
    return tmp_path


@pytest.fixture
def group(home):
    found = ControlGroup(str(home / "one"))
    (home / "one").mkdir()
    return found


def fill(monkeypatch, *files):
    """Make each folder a group, as the kernel does: put files into it that do not prevent its removal."""

    def mkdir(path, _mkdir=os.mkdir):
        _mkdir(path)
        for file in files:
            Path(path, file).write_text("0")

    def rmdir(path, _rmdir=os.rmdir):
        for file in Path(path).iterdir():
            file.unlink()
        _rmdir(path)

    monkeypatch.setattr(os, "mkdir", mkdir)
    monkeypatch.setattr(os, "rmdir", rmdir)


def test_a_group_shows_cpu_time_and_memory_of_all_and_whether_it_was_full(group, home):
    assert (group.cpu_s, group.memory_bytes, group.was_full) == (None, None, False)  # without controllers
    (home / "one" / "cpu.stat").write_text("usage_usec 1500000\nuser_usec 1\n")
    (home / "one" / "memory.current").write_text("12345\n")
    (home / "one" / "memory.events").write_text("oom 3\noom_kill 1\n")
    assert (group.cpu_s, group.memory_bytes, group.was_full) == (1.5, 12345, True)
    (home / "one" / "memory.events").write_text("oom 0\noom_kill 0\n")
    assert not group.was_full


def test_a_bound_on_memory_is_the_groups(group, home):
    group.bound(None)
    assert not (home / "one" / "memory.max").exists()
    group.bound(5 << 20)
    assert (home / "one" / "memory.max").read_text() == str(5 << 20)


def test_a_control_group_that_cannot_be_killed_at_once_is_not_used(home):
    group = ControlGroup.new()
    assert not group.make(None)  # a plain folder lacks the file cgroup.kill
    assert not os.path.exists(group.folder)


def test_groups_of_the_dead_are_ended_and_removed_and_others_are_left(home, monkeypatch):
    killed = []
    monkeypatch.setattr(ControlGroup, "kill", lambda group: killed.append(os.path.basename(group.folder)))
    mine = os.path.basename(ControlGroup.new().folder).rpartition("-")[0]
    dead = mine.replace(f"-{os.getpid()}", "-999999999-0")
    elsewhere = "sudokubench-1-999999999-0"  # in another namespace, processes have other numbers
    for name in (dead, f"{mine}-0", elsewhere, "other-999999999-0"):
        (home / name).mkdir()
    ControlGroup.new()
    left = {found.name for found in home.iterdir() if found.is_dir()}
    assert (killed, left) == ([dead], {f"{mine}-0", elsewhere, "other-999999999-0"})


def test_a_group_is_made_where_ours_can_be_written_to(home, monkeypatch):
    fill(monkeypatch, "cgroup.kill")
    group = ControlGroup(str(home / "one"))
    assert group.make(7 << 20)
    assert (home / "one" / "memory.max").read_text() == str(7 << 20)
    assert (home / "one" / "memory.oom.group").read_text() == "1"
    assert not group.make(None)  # the group exists already
    (home / "cgroup.procs").unlink()
    assert not ControlGroup(str(home / "two")).make(None)
    assert not (home / "two").exists()


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (
            ("cgroup.kill", "memory.current"),
            "each worker has a control group; the kernel enforces its memory limit",
        ),
        (("cgroup.kill",), "each worker has a control group without a memory controller"),
        ((), "no control groups can be made here"),
    ],
)
def test_doctor_shows_what_the_system_does_for_limits(home, monkeypatch, files, words):
    fill(monkeypatch, *files)
    monkeypatch.setattr("sudokubench.actions.doctor.sys.platform", "linux")
    assert isolation().words.en.startswith(words)
    assert not any(found.is_dir() for found in home.iterdir())


def test_a_system_without_control_groups_is_reported_by_doctor(monkeypatch):
    monkeypatch.setattr(control_group, "_home", lambda: None)
    assert not isolation().control_group
