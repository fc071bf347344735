"""fcoeadm: ports, targets and LUNs of FCoE."""

from __future__ import annotations

from tests.readers.harness import read, sample
from tests.support import store_of


def test_ports_of_fcoe() -> None:
    (port,) = read("linux-fcoeadm", sample("linux-fcoeadm")).observations.rows("initiator")
    assert (port["hba"], port["initiator_wwpn"], port["transport"], port["fcid"], port["speed_gbps"]) == (
        "host8",
        "2000000000c40001",
        "fcoe",
        "79000a",
        10.0,
    )
    targets = read("linux-fcoeadm", sample("linux-fcoeadm.targets")).observations
    assert [(row["scsi_target"], row["target_wwpn"], row["port_state"]) for row in targets.rows("remote_port")] == [
        ("8:0:0", "50000000aa000001", "online"),
        ("9:0:1", "50000000aa000002", "not present"),
    ]
    assert [(row["kernel_name"], row["lun"], row["model"]) for row in targets.rows("device")] == [("sdk", 4, "Invista")]
    luns = read("linux-fcoeadm", sample("linux-fcoeadm.luns")).observations.rows("device")
    assert [(row["kernel_name"], row["lun"], row["sector_bytes"]) for row in luns] == [("sdk", 4, 512), ("sdl", 5, 512)]


def test_the_adapter_above_its_ports_is_part_of_the_answer() -> None:
    two = sample("linux-fcoeadm") + sample("linux-fcoeadm").replace("host8", "host9").replace(
        "82599ES", "X710"
    ).replace("C40001", "C40002")
    store = store_of({"db01/fcoeadm.txt": two})
    assert store.rows("SELECT hba, model FROM initiator ORDER BY hba") == [
        ("host8", "82599ES 10-Gigabit SFI/SFP+ Network Connection"),
        ("host9", "X710 10-Gigabit SFI/SFP+ Network Connection"),
    ]
