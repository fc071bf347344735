"""Two captures of one thing from different days: the newer one wins whole, and a finding says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests.support import model_of

OPTIONS = Options(isolated=True, select=("DOC004",))
CFG = """Defined configuration:
 cfg:   prod    {zones}
{body}
Effective configuration:
 cfg:   prod
{body}
"""


def cfgshow(*names: str) -> str:
    body = "".join(f" zone:  {name}\n                10:00:00:00:c9:00:00:0{n}\n" for n, name in enumerate(names, 1))
    return CFG.format(zones="; ".join(names), body=body)


def write(folder: Path, day: str, *texts: str, owner: str = "sw1") -> None:
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        header = f'# sanlint: host={owner} command="x" captured_at={day}T08:00:0{number}Z\n'
        (folder / f"{day}-{owner}-{number}.txt").write_text(header + text)


def zones(folder: Path) -> set[object]:
    return {row["zone"] for row in model_of([str(folder)], OPTIONS).rows.get("zone", [])}


def ages(folder: Path) -> list[str]:
    return [one.message for one in audit([str(folder)], OPTIONS).findings if one.rule == "DOC004"]


def test_what_is_gone_from_the_newer_capture_is_gone(tmp_path: Path) -> None:
    write(tmp_path / "in", "2026-03-01", cfgshow("z_old", "z_kept"))
    write(tmp_path / "in", "2026-03-05", cfgshow("z_kept", "z_new"))
    assert zones(tmp_path / "in") == {"z_kept", "z_new"}
    [message] = ages(tmp_path / "in")
    assert "sw1 (brocade-cfgshow, 2026-03-01 and 2026-03-05)" in message
    assert "of several captures, the newest is used" in message


def test_captures_of_one_session_belong_together(tmp_path: Path) -> None:
    write(tmp_path / "in", "2026-03-01", cfgshow("z_one"), cfgshow("z_two"))
    assert zones(tmp_path / "in") == {"z_one", "z_two"}
    assert ages(tmp_path / "in") == []


def test_captures_of_two_switches_are_two(tmp_path: Path) -> None:
    write(tmp_path / "in", "2026-03-01", cfgshow("z_one"))
    write(tmp_path / "in", "2026-03-05", cfgshow("z_two"), owner="sw2")
    assert zones(tmp_path / "in") == {"z_one", "z_two"}


def test_a_newer_but_smaller_session_replaces_nothing(tmp_path: Path) -> None:
    write(tmp_path / "in", "2026-03-01", cfgshow("z_one"), cfgshow("z_two"))
    write(tmp_path / "in", "2026-03-05", cfgshow("z_three"))
    assert zones(tmp_path / "in") == {"z_one", "z_two", "z_three"}


@pytest.mark.parametrize(
    ("later", "left"), [("2026-03-01T20:00:00Z", {"z_old", "z_new"}), ("2026-03-01T20:00:01Z", {"z_new"})]
)
def test_captures_more_than_twelve_hours_apart_are_separate_sessions(
    tmp_path: Path, later: str, left: set[str]
) -> None:
    for name, moment, zone in (("a", "2026-03-01T08:00:00Z", "z_old"), ("b", later, "z_new")):
        header = f'# sanlint: host=sw1 command="cfgshow" captured_at={moment}\n'
        (tmp_path / f"{name}.txt").write_text(header + cfgshow(zone))
    assert zones(tmp_path) == left


def test_a_vsan_that_was_not_captured_again_stays(tmp_path: Path) -> None:
    text = "zoneset name zs{v} vsan {v}\n  zone name {z} vsan {v}\n  * fcid 0x010100 [pwwn 10:00:00:00:c9:00:00:01]\n"
    first = text.format(v=10, z="z_ten_old") + text.format(v=20, z="z_twenty")
    write(tmp_path / "in", "2026-03-01", first, owner="mds1")
    write(tmp_path / "in", "2026-03-05", text.format(v=10, z="z_ten_new"), owner="mds1")
    assert zones(tmp_path / "in") == {"z_ten_new", "z_twenty"}


ORDERED = [("before", "after"), ("v1", "v2"), ("0915", "1830"), ("old", "new"), ("1", "2"), ("day2", "day10")]


def undated(folder: Path, layout: str, times: tuple[str, str], *texts: str) -> None:
    for time, text in zip(times, texts, strict=True):
        path = folder / layout.format(t=time)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"sw1:admin> cfgshow\n{text}sw1:admin>\n")


@pytest.mark.parametrize("times", ORDERED)
@pytest.mark.parametrize("layout", ["sw1/{t}/cfgshow.txt", "{t}/cfgshow.txt"])
def test_of_captures_without_a_time_the_words_of_their_paths_show_the_newer_one(
    layout: str, times: tuple[str, str], tmp_path: Path
) -> None:
    undated(tmp_path / "in", layout, times, cfgshow("z_old", "z_kept"), cfgshow("z_kept", "z_new"))
    assert zones(tmp_path / "in") == {"z_kept", "z_new"}
    [message] = ages(tmp_path / "in")
    # Which files, and what settles it.
    assert "ordered by words in their paths, and the newest replaces the others: sw1 (brocade-cfgshow: " in message
    older, newer = (message.index(f"{layout.format(t=time)}") for time in times)
    assert older < newer
    assert "state their captured_at in sources: of the configuration, or an owner for each" in message


@pytest.mark.parametrize("times", [("failover", "normal"), ("mon", "tue"), ("before", "v2"), ("kw52", "kw01")])
def test_captures_of_which_none_is_known_to_be_newer_are_both_used(times: tuple[str, str], tmp_path: Path) -> None:
    undated(tmp_path / "in", "{t}/cfgshow.txt", times, cfgshow("z_old", "z_kept"), cfgshow("z_kept", "z_new"))
    assert zones(tmp_path / "in") == {"z_old", "z_kept", "z_new"}
    [message] = ages(tmp_path / "in")
    assert "are used together, because nothing says which is newer, or they list nothing in common: sw1 (" in message
    assert all(f"in/{time}/cfgshow.txt" in message for time in times)


def test_a_capture_about_another_object_replaces_nothing(tmp_path: Path) -> None:
    """Numbers may count disks or zones instead of captures."""
    undated(tmp_path / "in", "{t}/cfgshow.txt", ("1", "2"), cfgshow("z_one"), cfgshow("z_two").replace("prod", "test"))
    assert zones(tmp_path / "in") == {"z_one", "z_two"}


def test_captures_that_only_names_of_files_call_one_machine_are_stated_if_they_list_nothing_in_common(
    tmp_path: Path,
) -> None:
    """They may be of two machines."""
    for time, disks in (("before", "ab"), ("after", "cd")):
        lines = [f"sd{letter} 8:0 0 {ord(letter)}G 0 disk" for letter in disks]
        (tmp_path / f"db01_lsblk_{time}.txt").write_text("\n".join(["NAME MAJ:MIN RM SIZE RO TYPE MOUNTPOINT", *lines]))
    [message] = ages(tmp_path)
    assert "db01 (linux-lsblk: " in message and "or an owner for each if they are from several machines" in message
