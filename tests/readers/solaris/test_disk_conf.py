"""Settings of the disk drivers of Solaris by product, and what the vendor of an array recommends."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from tests.readers.harness import best_reader, read, sample

NAME = "solaris-disk-conf"
UNIT = "600a098038300000000000000000b001"
DISK = f"""\
Logical Unit:  /dev/rdsk/c0t{UNIT.upper()}d0s2
        mpath-support:  libmpscsi_vhci.so
        Vendor:  NETAPP
        Product:  LUN C-Mode
        Name:  {UNIT}
        Current Load Balance:  round-robin

        Paths:
                Initiator Port Name:  100000109b000001
                Target Port Name:  205200a098000001
                Path State:  OK
                Disabled:  no
"""


def settings(text: str) -> list[tuple[object, ...]]:
    return [(row["scope"], row["setting"], row["value"]) for row in read(NAME, text).observations.rows("host_setting")]


def test_settings_of_each_product() -> None:
    text = sample(NAME)
    assert best_reader(text) == NAME
    assert settings(text) == [
        ("NETAPP LUN", "physical-block-size", "4096"),
        ("NETAPP LUN", "retries-busy", "30"),
        ("NETAPP LUN", "retries-reset", "30"),
        ("NETAPP LUN", "retries-notready", "300"),
        ("NETAPP LUN", "retries-timeout", "10"),
        ("NETAPP LUN", "throttle-max", "64"),
        ("NETAPP LUN", "disksort", "false"),
        ("HITACHI OPEN-V", "throttle-max", "32"),
    ]
    assert read(NAME, text).unread_lines == 0


def test_a_list_without_semicolon_has_no_effect_and_a_comment_is_none() -> None:
    text = sample(NAME)
    open_list = text.replace('"emc-data";', '"emc-data"')
    assert settings(open_list) == []
    assert "no semicolon" in read(NAME, open_list).notes[0].text
    assert settings(text.replace("ssd-config-list", "#ssd-config-list")) == []


def test_a_value_below_the_recommended_one_is_found(tmp_path: Path) -> None:
    (tmp_path / "sol1").mkdir()
    (tmp_path / "sol1" / "mpathadm.txt").write_text(DISK)
    (tmp_path / "sol1" / "ssd.conf").write_text(sample(NAME).replace("retries-notready:300", "retries-notready:60"))
    found = audit([str(tmp_path)], Options(jobs=1, select=("HOST032",))).findings
    assert [one.message for one in found] == [
        "sol1: retries-notready is 60; at least 300 is recommended for NetApp ONTAP"
    ]
