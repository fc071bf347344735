"""Lines with a name between the outputs of several machines."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.intake.read import read_text
from tests.readers import harness

MAP = """mpatha (3600009700001926001235330303041{0}1) dm-2 EMC,SYMMETRIX
size=100G features='1 queue_if_no_path' hwhandler='0' wp=rw
`-+- policy='service-time 0' prio=1 status=active
  |- 1:0:0:1 sdb 8:16 active ready running
"""
LSBLK = (
    "NAME   MAJ:MIN RM  SIZE RO TYPE  MOUNTPOINT\nsda      8:0    0   80G  0 disk\nsdb      8:16   0  100G  0 disk\n"
)


def owners(text: str) -> list[str]:
    return [str(one.owner) for one in read_text(text, "all.txt", ("all.txt",), 0, Observations()) if one.format]


def under(style: str, *names: str, text: str = MAP) -> str:
    return "".join(style.format(name) + "\n" + text.replace("{0}", str(number)) for number, name in enumerate(names))


@pytest.mark.parametrize("style", [
    "=== {} ===", "##### {} #####", "--- host: {} ---", "[{}]", "*** {} ***", "===== Host: {}", "----- {}: -----", ">>>> {} <<<<", "# hostname={} #",
])  # fmt: skip
def test_a_heading_names_the_machine_of_the_outputs_below_it(style: str) -> None:
    assert owners(under(style, "db01", "db02")) == ["db01", "db02"]
    assert owners(under(style, "core", "edge")) == ["core", "edge"]


@pytest.mark.parametrize(
    "text",
    [
        under("=== {} ===", "before", "after"),
        under("=== {} ===", "mpatha", "mpathb"),
        under("--- {} ---", "db01"),
        under("=== {} ===", "db01", "db01"),
        "# lsblk\n" + LSBLK + "# exit\n" + LSBLK,
        "=== multipath ===\n" + MAP.replace("{0}", "1") + "=== lsblk ===\n" + LSBLK,
        under("[{}]", "db01", "db02", text="some words\n") + LSBLK,
    ],
)
def test_other_headings_name_no_machine(text: str) -> None:
    assert all(owner.startswith("unknown host (all.txt") for owner in owners(text))


def test_a_loop_at_the_prompt_of_a_jump_host_belongs_to_the_machines_in_the_headings() -> None:
    loop = '[root@jump01 ~]$ for h in db01 db02; do echo "=== $h ==="; ssh $h multipath -ll; done\n'
    assert owners(loop + under("=== {} ===", "db01", "db02") + "[root@jump01 ~]$ lsblk\n" + LSBLK) == [
        "db01",
        "db02",
        "jump01",
    ]


@pytest.mark.parametrize("names", [("db01", "db02"), ("left", "right")])
def test_underlined_names_and_names_between_rulers(names: tuple[str, str]) -> None:
    assert owners("".join(f"{name}\n{'=' * len(name)}\n{MAP}" for name in names)) == list(names)
    assert owners("".join(f"{name}\n{'-' * len(name)}\n{MAP}" for name in names)) == list(names)
    assert owners(under("**********\n{}\n**********", *names)) == list(names)


def test_names_after_times() -> None:
    ports = harness.sample("xiv-xcli.ports")
    text = "".join(
        f"2026-11-01 10:0{number}:00 192.0.2.1{number}: fc_port_list\n" + ports.replace("00190", f"0019{number}")
        for number in range(2)
    )
    assert owners(text) == ["192.0.2.10", "192.0.2.11"]


@pytest.mark.parametrize("style", ["=== {} ===", "{}\n=====", "[{}]"])
def test_outputs_below_different_words_stay_separate_if_each_is_of_another_command(style: str) -> None:
    """They may be machines, or parts of one; the words say which part of the file it is."""
    first, second = (style.format(word) + "\n" for word in ("right", "spare"))
    assert owners(first + MAP + second + LSBLK) == [
        "unknown host (all.txt, below right)",
        "unknown host (all.txt, below spare)",
    ]
    # Two outputs below one of them are of one machine.
    again = owners(first + MAP + second + LSBLK + first + harness.sample("linux-lsscsi"))
    assert [again[0], again[2]] == ["unknown host (all.txt, below right)"] * 2
    # What names the machine above all of them does so for all.
    assert set(owners("$ hostname\ndb01\n" + first + MAP + second + LSBLK)) == {"db01"}


def test_the_name_that_one_output_prints_is_not_that_of_outputs_below_other_words() -> None:
    switch = harness.sample("brocade-switchshow").replace("edge-a1", "right")
    found = owners("=== right ===\n" + switch + "=== spare ===\n" + harness.sample("brocade-porterrshow"))
    assert len(set(found)) == 2


IGROUP = """Vserver   Igroup       Protocol OS Type  Initiators
--------- ------------ -------- -------- ------------------------------------
svm1      esx_{0}        fcp      vmware   10:00:00:90:fa:{0}0:00:01
                                         10:00:00:90:fa:{0}0:00:02
"""
ADAPTERS = """                        Connection  Host
Node           Adapter  Established Port Address
-------------- -------- ----------- ------------
node{0}-01        0e       ptp         010{0}00
node{0}-01        0f       ptp         020{0}00
"""


def test_below_a_time_and_a_name_any_command_begins_an_output() -> None:
    """No reader is called `fcp …`, which is short for a command of a reader."""
    text = "".join(
        f"2026-11-01 10:0{number}:00 {name}: {command}\n" + output.replace("{0}", str(number))
        for command, output in (("lun igroup show", IGROUP), ("fcp adapter show", ADAPTERS))
        for number, name in enumerate(("db01", "db02"))
    )
    assert owners(text) == ["db01", "db02", "db01", "db02"]
