"""``nvme list -v``: three tables whose addresses are longer than their column."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, read, sample

NAME = "linux-nvme-list-verbose"
ARRAY = "nqn.2014-08.com.example:array:0001"
# nvme-cli 3 adds a column for the orchestrator and widens others.
VERSION_3 = """\
Subsystem        Subsystem-NQN                            Controllers
---------------- ---------------------------------------- ----------------
nvme-subsys4     nqn.2014-08.com.example:array:0044       nvme7, nvme8

Device           Orchestrator Cntlid SN              MN                  FR       TxPort Address        Slot   Subsystem    Namespaces
---------------- ------------ ------ --------------- ------------------- -------- ------ -------------- ------ ------------ ----------------
nvme7                         3      SER 44          Two Words Array     9.2      fc     traddr=nn-0x50000000aa000000:pn-0x50000000aa000007,host_traddr=nn-0x20000000c9000007:pn-0x10000000c9000007 nvme-subsys4 nvme7n1
nvme8                         4      SER 44          Two Words Array     9.2      tcp    traddr=192.0.2.8,trsvcid=4420 nvme-subsys4 nvme7n1

Device            Generic              NSID       Usage                                             Format           Controllers
----------------- -------------------- ---------- ------------------------------------------------- ---------------- ----------------
/dev/nvme7n1      /dev/ng7n1           0xa          1.50  TB /   2.00  TB                             512   B +  8 B   nvme7, nvme8
"""


def test_ports_of_controllers_and_the_subsystem_that_they_belong_to() -> None:
    rows = read(NAME, sample(NAME)).observations.rows("remote_port")
    assert [(row["scsi_target"], row["initiator_wwpn"], row["target_wwpn"], row["nqn"]) for row in rows] == [
        ("nvme1", "10000000c9000001", "50000000aa000001", ARRAY),
        ("nvme2", "10000000c9000002", "50000000aa000002", ARRAY),
    ]


def test_namespaces_have_the_model_of_their_controllers_and_rounded_capacities() -> None:
    local, array = read(NAME, sample(NAME)).observations.rows("device")
    assert (local["model"], local["transport"], local["is_local"], local["sector_bytes"]) == (
        "Example Local Drive", "pcie", True, 512,
    )  # fmt: skip
    assert (array["device"], array["model"], array["revision"], array["sector_bytes"]) == (
        "block:nvme1n1", "Example Array Controller", "FFFFFFFF", 4096,
    )  # fmt: skip
    # 53.69 GB is the capacity; 10.74 GB are in use.
    assert (array["size_low_bytes"], array["size_high_bytes"]) == (53_685_000_000, 53_695_000_000)
    assert "is_local" not in array


def test_version_3() -> None:
    assert best_reader(VERSION_3) == NAME
    result = read(NAME, VERSION_3)
    (port,) = result.observations.rows("remote_port")
    assert (port["scsi_target"], port["target_wwpn"]) == ("nvme7", "50000000aa000007")
    (device,) = result.observations.rows("device")
    assert (device["model"], device["size_low_bytes"]) == ("Two Words Array", 1_995_000_000_000)
    assert result.unread_lines == 0


@pytest.mark.parametrize("name", [f"{NAME}.txt", f"{NAME}.2.txt"])
def test_every_line_is_understood(name: str) -> None:
    result = read(NAME, sample(name))
    assert (result.unread_lines, result.notes) == (0, [])
