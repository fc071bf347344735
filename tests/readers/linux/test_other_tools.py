"""dmsetup, sg_inq, sg_vpd and fcoeadm."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import folders
from tests.readers.harness import assert_robust, best_reader, read
from tests.support import store_of

SAMPLES = folders.SAMPLES
TOOLS = ("linux-dmsetup", "linux-sg-utils", "linux-fcoeadm")
ONE = "naa.6001440000000103000aa00000000001"


def sample(name: str) -> str:
    return (SAMPLES / f"{name}.txt").read_text()


@pytest.mark.parametrize(
    "path", sorted(path for tool in TOOLS for path in SAMPLES.glob(f"{tool}*")), ids=lambda path: path.name
)
def test_samples_are_recognised_and_robust(path: Path) -> None:
    text, name = path.read_text(), path.name.split(".", maxsplit=1)[0]
    assert best_reader(text) == name
    assert read(name, text).unread_lines == 0
    for seed in range(4):
        assert_robust(name, text, seed)


def test_tables_of_multipath_maps() -> None:
    one, two = read("linux-dmsetup", sample("linux-dmsetup")).observations.rows("device")
    assert (one["alias"], one["size_bytes"], one["queue_if_no_path"], one["hardware_handler"], one["policy"]) == (
        "mpatha",
        10 << 30,
        True,
        "1 alua",
        "service-time 0",
    )
    assert (two["device"], two["multipath_features"], two["policy"]) == (
        "naa.6001440000000103000aa00000000002",
        "3 queue_if_no_path queue_mode bio",
        "round-robin 0",
    )
    cut = read("linux-dmsetup", "mpatha: 0 20971520 multipath 2 queue_if_no_path").observations.rows("device")
    assert "multipath_features" not in cut[0]


def test_tables_and_uuids_are_one_device() -> None:
    store = store_of(
        {"db01/dmsetup_table.txt": sample("linux-dmsetup"), "db01/dmsetup_info.txt": sample("linux-dmsetup.info")}
    )
    rows = store.rows("SELECT device, kernel_name, size_bytes, policy FROM device WHERE alias = 'mpatha'")
    assert rows == [(ONE, "dm-3", 10 << 30, "service-time 0")]


def test_inquiries_of_several_devices() -> None:
    rows = read("linux-sg-utils", sample("linux-sg-utils")).observations.rows("device")
    assert [(row["device"], row["vendor"], row["model"], row["revision"]) for row in rows] == [
        ("block:sdk", "EMC", "Invista", "5200"),
        ("block:sdl", "HPE", "MSA 2050 SAN", "V270"),
    ]


def test_the_identity_is_that_of_the_unit_not_of_its_port() -> None:
    for name in ("linux-sg-utils.page", "linux-sg-utils.long"):
        rows = read("linux-sg-utils", sample(name)).observations.rows("device")
        assert [row["device"] for row in rows] == [ONE]


def test_pages_name_the_device_by_the_command() -> None:
    session = f"[root@db01 ~]# sg_vpd -p di /dev/sdk\n{sample('linux-sg-utils.page')}[root@db01 ~]# sg_inq /dev/sdk\n"
    session += "\n".join(sample("linux-sg-utils").split("\n")[1:10]) + "\n"
    store = store_of({"session.txt": session})
    assert store.rows("SELECT host, device, kernel_name, model FROM device") == [("db01", ONE, "sdk", "Invista")]


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


def test_attributes_of_remote_ports_by_lsscsi() -> None:
    rows = read("linux-lsscsi", sample("linux-lsscsi.4")).observations.rows("remote_port")
    together = {key: value for row in rows for key, value in row.items()}
    assert {row["target_wwpn"] for row in rows} == {"50000000aa000001"}
    assert (together["target_wwnn"], together["dev_loss_seconds"], together["fast_io_fail"], together["roles"]) == (
        "50000000aa000000",
        30,
        "5",
        "FCP Target",
    )
