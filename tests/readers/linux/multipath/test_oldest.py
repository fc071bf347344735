"""multipath -ll of the first versions of dm-multipath."""

from __future__ import annotations

from tests.readers.harness import read

NAME = "linux-multipath-topology"


def test_oldest_syntax_without_dm_name_or_product() -> None:
    text = (
        "mpath9 (36000144000000010300aa00000000009)\n"
        '[size=10 GB][features="0"][hwhandler="0"]\n'
        "\\_ round-robin 0 [prio=1][active]\n \\_ 2:0:0:6 sdb 8:16 [active][ready]\n"
        'mpath8 (36000144000000010300aa00000000008) [size=10 GB][features="0"][hwhandler="0"]\n'
        "\\_ round-robin 0 [active]\n \\_ 2:0:0:7 sdc 8:32 [active][ready]\n"
    )
    result = read(NAME, text)
    assert [(r["alias"], r["size_low_bytes"], r["line"]) for r in result.observations.rows("device")] == [
        ("mpath9", 19 << 29, 1),
        ("mpath8", 19 << 29, 5),
    ]
    assert [r["device"][-1] for r in result.observations.rows("path")] == ["9", "8"]
    assert result.unread_lines == 0


def test_the_first_versions_print_the_checker_before_the_device_mapper() -> None:
    text = (
        "36006016000000000000000000000a001\n"
        '[size=127 GB][features="0"][hwhandler="1 emc"]\n'
        "\\_ round-robin 0 [active][first]\n"
        " \\_ 1:0:1:2 sdav 66:240 [ready ][active]\n"
        " \\_ 0:0:1:2 sdr 65:16 [faulty][failed]\n"
    )
    rows = read(NAME, text).observations.rows("path")
    assert [(r["path_name"], r["state"], r["group_state"]) for r in rows] == [
        ("sdav", "active", "active"),
        ("sdr", "dead", "active"),
    ]
