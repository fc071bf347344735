"""multipath -ll in columns and line by line: both ways must read the same facts at the same lines from any text."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.facts.observations import Observations
from checker.readers.linux.multipath import regular
from checker.readers.linux.multipath.columns import Topology
from checker.readers.linux.multipath.lines import note_cut, read_by_line
from checker.readers.linux.multipath.regular import RegularReader
from checker.readers.toolkit.base import Capture
from tests.readers.harness import damaged
from tests.thorough import examples

_STATES = (
    "active ready running", "active ready       running", "failed faulty offline", "active ghost running",
    "active i/o pending running", "undef", "", "[active][ready]",
)  # fmt: skip
_NAMES = ("sda", "sdb", "sdzz", "nvme0n1", "-")
_STRAY = (
    "", "  ", "===== paths list =====", "uuid hcil    dev dev_t pri dm_st chk_st vend/prod/rev dev_st",
    "     3:0:0:1 sdb 8:16  -1  undef ready  V,P   running", "  `- 3:0:0:2 sdq 8:16 dm-3 V,P",
    "  `- #:#:#:#     -    #:#    failed undef unknown", "size=5G features='0' hwhandler='0' wp=rw",
    "mpathz (36000144000000010300aa000000000ff) dm-77 EMC,Invista", "[root@db01 ~]# multipath -ll",
    "nvme0 [nvme]:nvme0n1 NVMe,Array,1", "Oct 28 14:02:44 | mpatha: remove", "something else",
    "`-+- policy='service-time 0' prio=50 status=active",
)  # fmt: skip
_MAPS = (
    "m{n} (36000144000000010300aa{n:011x}) dm-{n} EMC,Invista",
    "m{n} (36000144000000010300aa{n:011x}) dm-{n} EMC     ,Invista  ",
    "36000144000000010300aa{n:011x} dm-{n} EMC,Invista", "36000144000000010300aa{n:011x} dm-{n} EMC",
    "36000144000000010300aa{n:011x} dm-{n}", "3600014400000001xxxxxxxxxxxxxxxxx dm-{n} EMC,Invista",
    "m{n} (360001440000000103ZZ) dm-{n} V,P", "m{n} (36000144000000010300AA{n:011X}) dm-{n} V,P",
    "m{n} (36000144000000010300aa{n:011x}0) dm-{n} V,P", "m{n} (36000144000000010300aa{n:011x})dm-{n} V,P",
    "m{n} (1IET     0008{n:04}) dm-{n} IET,VIRTUAL-DISK", "create: m{n} (36000144000000010300aa{n:011x}) undef V,P",
    "abc: dm-{n} V,P", "xdm-5 dm-{n} V,P", "m{n} (36000144000000010300aa{n:011x}) dm-{n} ##,##",
    "m{n} (36000144000000010300aa{n:011x}) dm-{n} V=,size=P",
)  # fmt: skip
_SIZES = (
    "size=100G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw",
    "size=1.5T features='0' hwhandler='0' wp=rw",
    "[size=50G][features=1 queue_if_no_path][hwhandler=1 alua  ][rw        ]",
    " size=2G features='0' hwhandler='0' wp=rw ",
    "",
)
_GROUPS = (
    "|-+- policy='service-time 0' prio=50 status=active", "`-+- policy='service-time 0' prio=10 status=enabled",
    "`-+- policy='round-robin 0' prio=-1 status=undef", "\\_ round-robin 0 [prio=50][active]",
    "\\_ round-robin 0 [prio=5 ][enabled]", "policy='' prio=1",
)  # fmt: skip


def text_of(seed: int, strays: float) -> str:
    """Return random maps with random lines between them."""
    chance = random.Random(seed)
    lines: list[str] = []

    def put(line: str) -> None:
        while chance.random() < strays:
            lines.append(chance.choice(_STRAY))
        lines.append(line)

    for number in range(1, chance.randrange(2, 8)):
        put(chance.choice(_MAPS if strays else _MAPS[:3]).format(n=number))
        put(chance.choice(_SIZES))
        for _ in range(chance.randrange(3)):
            put(chance.choice(_GROUPS))
            for path in range(chance.randrange(4)):
                branch = chance.choice(("| |-", "  `-", " \\_", "|", ""))
                name = chance.choice(_NAMES)
                put(f"{branch} {chance.randrange(4)}:0:{path}:{number} {name} 8:{path} {chance.choice(_STATES)}")
    return "\n".join(lines) + chance.choice(("", "\n"))


def rows(text: str, in_columns: bool) -> tuple[Any, ...]:
    """Return all facts that one way of reading finds in a text, in the order written."""
    observations = Observations()
    out = observations.writer(0, "db01")
    capture = Capture(text, file="capture.txt", first_line=11, owner="db01")
    topology = Topology(out, "db01")
    if in_columns:
        RegularReader(capture, topology).read()
    else:
        read_by_line(capture, topology)
    topology.write()
    note_cut(topology, capture, out)
    kinds = ("device", "device_owner", "path", "bad_value")
    notes = [(note.line, note.text) for note in out.notes]
    counts = (out.unread_lines, out.first_unread, out.ends_inside_record)
    return tuple(observations.rows(kind) for kind in kinds), notes, counts


@settings(max_examples=examples(60))
@given(st.integers(min_value=0, max_value=1_000_000), st.sampled_from((0.0, 0.02, 0.2)))
def test_both_ways_read_the_same(seed: int, strays: float) -> None:
    text = text_of(seed, strays)
    assert rows(text, in_columns=True) == rows(text, in_columns=False)
    for variant in damaged(text, seed):
        assert rows(variant, in_columns=True) == rows(variant, in_columns=False)


def test_pieces_end_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regular, "_PIECE", 90)
    for seed in range(40):
        text = text_of(seed, 0.02)
        assert rows(text, in_columns=True) == rows(text, in_columns=False)


def test_regular_text_does_not_go_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the properties above would compare the line-wise reader with itself."""
    text = "".join(
        f"m{n} (36000144000000010300aa{n:011x}) dm-{n} EMC,Invista\n{_SIZES[0]}\n{group}\n"
        f" `- 3:0:0:{n} sda 8:0 active ready running\n{_GROUPS[1]}\n"
        for n, group in enumerate((_GROUPS[0], _GROUPS[3]))
    )
    taken: list[int] = []
    monkeypatch.setattr(regular, "read_line", lambda topology, number, line: taken.append(number))
    (_, _, paths, _), _, _ = rows(text, in_columns=True)
    assert [(row["line"], row["device"][-1], row["lun"]) for row in paths] == [(14, "0", 0), (19, "1", 1)]
    assert taken == []
