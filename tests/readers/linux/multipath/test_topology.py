"""multipath -ll in both syntaxes: identities, states, groups, damage."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.harness import assert_robust, best_reader, corpus_file, facts, read
from tests.thorough import examples

NAME = "linux-multipath-topology"

NEW = """\
oradata (36000144000000010300aa00000000001) dm-4 EMC,Invista
size=100G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
|-+- policy='service-time 0' prio=50 status=active
| |- 3:0:1:4 sdk  8:160  active ready       running
| `- 4:0:1:4 sdu  65:64  active i/o pending running
`-+- policy='service-time 0' prio=10 status=enabled
  |- 3:0:2:4 sdz  65:144 failed faulty      offline
  `- 4:0:2:4 sdaa 65:160 active ghost       running

360000970000100200300533030304142 dm-11 EMC,SYMMETRIX
size=1.5T features='0' hwhandler='0' wp=rw
`-+- policy='round-robin 0' prio=-1 status=undef
  |- 3:0:0:16384 sdab 65:176 active undef running
  `- #:#:#:#     -    #:#    failed undef unknown
"""

OLD = """\
create: mpath2 (36000144000000010300aa00000000002)dm-2  EMC     ,Invista
[size=50G][features=1 queue_if_no_path][hwhandler=1 alua  ][rw        ]
\\_ round-robin 0 [prio=50][active]
 \\_ 1:0:0:7 sdb 8:16  [active][ready]
 \\_ 2:0:0:7 sdc 8:32  [failed][faulty]
\\_ round-robin 0 [prio=0][enabled]
 \\_ 1:0:1:7 sdd 8:48  [active][ghost]
"""


def paths(text: str) -> list[dict[str, object]]:
    return read(NAME, text).observations.rows("path")


def test_new_syntax_field_by_field() -> None:
    result = read(NAME, NEW, owner="db01")
    first, second = result.observations.rows("device")
    assert first == {
        "host": "db01",
        "device": "naa.6000144000000010300aa00000000001",
        "alias": "oradata",
        "kernel_name": "dm-4",
        "vendor": "EMC",
        "model": "Invista",
        "size_low_bytes": 199 << 29,
        "size_high_bytes": 201 << 29,
        "multipath_features": "1 queue_if_no_path",
        "queue_if_no_path": True,
        "read_only": False,
        "hardware_handler": "1 alua",
        "policy": "service-time 0",
        "multipath_owner": "dm-multipath",
        "line": 1,
    }
    assert (second["device"], second["queue_if_no_path"], second["line"]) == (
        "naa.60000970000100200300533030304142",
        False,
        10,
    )
    assert "alias" not in second
    rows = result.observations.rows("path")
    assert rows[0] == {
        "host": "db01",
        "device": "naa.6000144000000010300aa00000000001",
        "hctl": "3:0:1:4",
        "path_name": "sdk",
        "hba": "host3",
        "target": "3:0:1",
        "lun": 4,
        "state": "active",
        "state_text": "active ready running",
        "optimised": True,
        "group_state": "active",
        "priority": 50,
        "path_group": "1",
        "plugin": "dm-multipath",
        "line": 4,
    }
    assert [(r["line"], r["state"], r["path_group"], r.get("optimised")) for r in rows] == [
        (4, "active", "1", True),
        (5, "unknown", "1", None),
        (7, "dead", "2", None),
        (8, "standby", "2", False),
        (13, "unknown", "1", None),
        (14, "dead", "1", None),
    ]
    assert rows[4]["lun"] == 16384
    assert "priority" not in rows[4]
    assert result.observations.rows("host") == [
        {"host": "db01", "platform": "linux", "multipath_software": "dm-multipath", "line": 1}
    ]
    assert [r["device"] for r in result.observations.rows("device_owner")] == [
        "naa.6000144000000010300aa00000000001",
        "naa.60000970000100200300533030304142",
    ]
    assert (result.unread_lines, result.notes, result.ends_inside_record) == (0, [], False)


def test_path_whose_device_is_gone_has_no_invented_address() -> None:
    gone = paths(NEW)[-1]
    assert gone["path_name"] == "#1"
    assert "hctl" not in gone and "hba" not in gone and "lun" not in gone


def test_old_syntax_with_glued_dm_name() -> None:
    result = read(NAME, OLD)
    (device,) = result.observations.rows("device")
    assert (device["device"], device["alias"], device["kernel_name"], device["model"]) == (
        "naa.6000144000000010300aa00000000002",
        "mpath2",
        "dm-2",
        "Invista",
    )
    assert (device["size_low_bytes"], device["hardware_handler"], device["policy"]) == (
        99 << 29,
        "1 alua",
        "round-robin 0",
    )
    rows = result.observations.rows("path")
    assert [(r["path_name"], r["state"], r["state_text"], r["priority"], r["group_state"]) for r in rows] == [
        ("sdb", "active", "[active][ready]", 50, "active"),
        ("sdc", "dead", "[failed][faulty]", 50, "active"),
        ("sdd", "standby", "[active][ghost]", 0, "enabled"),
    ]
    # Old versions print sums of priorities: 50 may be five times 10.
    assert all("optimised" not in r for r in rows)


@pytest.mark.parametrize(
    ("wwid", "device"),
    [
        ("1IET     00080001", "t10.IET_____00080001"),
        ("35000c500aabbccdd", "naa.5000c500aabbccdd"),
        ("2001738000aabbccd", "eui.001738000aabbccd"),
        ("0QEMU_QEMU_HARDDISK_d1", "block:mapper/0QEMU_QEMU_HARDDISK_d1"),
    ],
)
def test_other_wwids(wwid: str, device: str) -> None:
    result = read(NAME, f"{wwid} dm-3 V,P\nsize=1G features='0' hwhandler='0' wp=rw\n")
    assert [r["device"] for r in result.observations.rows("device")] == [device]
    assert result.observations.rows("bad_value") == []


def test_masked_wwid_is_kept_as_text_and_never_used() -> None:
    text = NEW.replace("(36000144000000010300aa00000000001)", "(36000144000000010xxxxxxxxxxxxxxxx)")
    result = read(NAME, text)
    (bad,) = result.observations.rows("bad_value")
    assert (bad["value"], bad["problem"], bad["line"]) == ("36000144000000010xxxxxxxxxxxxxxxx", "redacted", 1)
    assert {r["device"] for r in result.observations.rows("path") if r["line"] < 10} == {"block:mapper/oradata"}


def test_lost_indentation_and_doubled_blank_lines() -> None:
    damaged = "\n\n".join(line.strip() for line in NEW.split("\n"))
    assert facts(read(NAME, damaged)) == facts(read(NAME, NEW))


def test_verbose_preamble_prompts_and_commands_are_no_unread_lines() -> None:
    text = (
        "[root@db01 ~]# multipath -v4 -ll\n===== paths list =====\n"
        "uuid hcil    dev dev_t pri dm_st chk_st vend/prod/rev dev_st\n"
        "     3:0:0:1 sdb 8:16  -1  undef ready  EMC,Invista   running\n"
        "Oct 28 14:02:44 | *word = 0, len = 1\n" + NEW + "[root@db01 ~]# "
    )
    result = read(NAME, text)
    assert result.unread_lines == 0
    assert len(result.observations.rows("path")) == 6


def test_lost_map_line_leaves_its_paths_without_a_wrong_owner() -> None:
    lines = NEW.split("\n")
    result = read(NAME, "\n".join(lines[:9] + lines[10:]))
    assert {r["device"] for r in result.observations.rows("path")} == {"naa.6000144000000010300aa00000000001"}
    assert len(result.observations.rows("path")) == 4
    assert result.unread_lines == 4


@pytest.mark.parametrize("kept", [1, 3, 4, 6])
def test_cut_text_is_noted(kept: int) -> None:
    result = read(NAME, "\n".join(NEW.split("\n")[:kept]))
    assert result.ends_inside_record
    assert result.notes[0].line == kept


def test_cut_inside_a_state_invents_none() -> None:
    text = NEW[: NEW.index("ready") + 3]
    result = read(NAME, text)
    assert not any("state" in row for row in result.observations.rows("path"))
    assert result.ends_inside_record


def test_nvme_paths_are_no_fcp_paths() -> None:
    text = (
        "mpathn (eui.0025385b71b00001) dm-5 NVME,Array\nsize=1T features='0' hwhandler='0' wp=rw\n"
        "`-+- policy='service-time 0' prio=50 status=active\n  `- 0:0:1:0 nvme0n1 259:0 active ready running\n"
    )
    (path,) = paths(text)
    assert (path["protocol"], path["path_name"]) == ("nvme", "nvme0n1")
    assert "hba" not in path


def test_detection() -> None:
    assert best_reader(NEW) == NAME
    assert best_reader(OLD) == NAME
    assert best_reader("Run multipath -ll and look at dm-4: size= and features= are printed there.\n") is None


@settings(max_examples=examples(25))
@given(st.integers(min_value=0, max_value=10_000))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust(NAME, NEW + OLD, seed)


@settings(max_examples=examples(25))
@given(st.integers(min_value=0, max_value=len(NEW)))
def test_cut_text_invents_no_path(length: int) -> None:
    cut, whole = read(NAME, NEW[:length]), facts(read(NAME, NEW))
    for kind, row in facts(cut):
        if kind == "path" and (kind, row) not in whole:
            assert dict(row)["hctl" if "hctl" in dict(row) else "path_name"] in _last_names(NEW[:length])


def _last_names(text: str) -> str:
    """Return the names of the last map of the cut text; only facts of the cut record may differ."""
    return text[max(text.rfind("\noradata"), text.rfind("\n36"), 0) :] + " #1"


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("file", "maps", "found"),
    [
        ("arcus-3par-1", 3, 9),
        ("checkmk-symm-1", 1, 6),
        ("cinder-vmax-1", 1, 2),
        ("dgc-osbrick-bug-1", 2, 3),
        ("infi-0.4.8-1", 3, 3),
        ("infi-0.4.9-1", 3, 3),
        ("infi-ibox-1", 1, 5),
        ("infi-mixed-1", 3, 5),
        ("insights-v4-1", 8, 26),
        ("mptools-issue108-1", 1, 2),
        ("osbrick-create-1", 1, 2),
        ("osbrick-ds8k-1", 1, 2),
        ("osbrick-svc-1", 1, 4),
        ("sysfs-3par-1", 5, 20),
        ("ubiquity-ds8k-1", 2, 6),
        ("ubiquity-groups-1", 2, 4),
        ("ubiquity-spaces-1", 1, 6),
        ("vplex-metro-1", 2, 15),
    ],
)
def test_corpus(file: str, maps: int, found: int) -> None:
    text = corpus_file(f"hosts/linux-multipath-ll/{file}.txt")
    assert best_reader(text) == NAME
    result = read(NAME, text)
    assert result.failure is None
    assert (len(result.observations.rows("device")), len(result.observations.rows("path"))) == (maps, found)
    assert (result.unread_lines, result.ends_inside_record) == (0, False)
    assert result.observations.rows("bad_value") == []


@pytest.mark.corpus
def test_corpus_values() -> None:
    vplex = read(NAME, corpus_file("hosts/linux-multipath-ll/vplex-metro-1.txt")).observations
    assert {r["hba"] for r in vplex.rows("path")} == {"host12"}
    assert [(r["priority"], r["path_group"], r["group_state"]) for r in vplex.rows("path")][:4] == [
        (20, "1", "enabled"),
        (20, "1", "enabled"),
        (20, "1", "enabled"),
        (15, "2", "enabled"),
    ]
    assert vplex.rows("path")[-1]["line"] == 24
    lost = read(NAME, corpus_file("hosts/linux-multipath-ll/dgc-osbrick-bug-1.txt")).observations
    assert [r["state"] for r in lost.rows("path")] == ["dead", "dead", "dead"]


def test_a_map_whose_line_ends_are_lost() -> None:
    text = (
        "# multipath -ll mpatha (36006016000000000000000000000a001) dm-4 DGC,VRAID size=233G features='1 queue_if_no_path' hwhandler='0' wp=rw "
        "`-+- policy='service-time 0' prio=1 status=active |- 6:0:0:0 sdf 8:80 active ready running `- 7:0:0:0 sdg 8:96 failed faulty running\n"
    )
    result = read("linux-multipath-topology", text)
    (device,) = result.observations.rows("device")
    assert (device["device"], device["alias"], device["kernel_name"]) == (
        "naa.6006016000000000000000000000a001",
        "mpatha",
        "dm-4",
    )
    assert [(r["path_name"], r["state"]) for r in result.observations.rows("path")] == [
        ("sdf", "active"),
        ("sdg", "dead"),
    ]


def test_an_echoed_command_is_no_part_of_a_name() -> None:
    text = "# multipath -ll mpatha (3600601600000000\nsize=233G features='0' hwhandler='0' wp=rw\n"
    assert [
        r for r in read("linux-multipath-topology", text).observations.rows("device") if "multipath" in str(r["device"])
    ] == []


def test_a_long_output_is_read_like_its_parts() -> None:
    parts = [
        "".join(
            NEW.replace("0010300aa0000000", f"00103{number:05}0a0")
            .replace("02005333030", f"0{number:05}33030")
            .replace("oradata", f"data{number}")
            for number in range(begin, begin + 60)
        )
        for begin in range(0, 900, 60)
    ]
    whole = read(NAME, "\n".join(parts)).observations
    for kind in ("device", "device_owner", "path"):
        expected = [row for part in parts for row in read(NAME, part).observations.rows(kind)]
        found = whole.rows(kind)
        assert [{**row, "line": 0} for row in found] == [{**row, "line": 0} for row in expected]
        assert all(before["line"] < after["line"] for before, after in pairwise(found))


@pytest.mark.parametrize(
    ("state", "prio", "expected"), [("undef unknown", 0, None), ("ready running", 0, 0), ("undef running", 50, 50)]
)
def test_a_priority_that_was_not_asked_for_is_unknown(state: str, prio: int, expected: int | None) -> None:
    text = (
        "mpatha (3600601601234567890abcdef01234567) dm-0 DGC,VRAID\n"
        "size=10G features='0' hwhandler='1 alua' wp=rw\n"
        f"`-+- policy='service-time 0' prio={prio} status=active\n"
        f"  |- 1:0:0:1 sdb 8:16 active {state}\n"
        f"  `- 2:0:0:1 sdd 8:48 active {state}\n"
    )
    rows = read("linux-multipath-topology", text).observations.rows("path")
    assert [row.get("priority") for row in rows] == [expected, expected]
