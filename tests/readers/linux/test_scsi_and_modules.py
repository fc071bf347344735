"""lsscsi, kernel modules, sysctl, and what drivers say below /sys."""

from __future__ import annotations

import pytest

from tests import folders
from tests.readers.harness import assert_robust, best_reader, read

SAMPLES = folders.SAMPLES


def sample(name: str) -> str:
    return (SAMPLES / f"{name}.txt").read_text()


def test_disks_with_their_attributes() -> None:
    result = read("linux-lsscsi", sample("linux-lsscsi"), owner="db01")
    rows = result.observations.rows("device")
    assert rows[1] == {
        "host": "db01",
        "device": "block:sdk",
        "kernel_name": "sdk",
        "lun": 4,
        "vendor": "EMC",
        "model": "Invista",
        "revision": "5200",
        "line": 3,
    }
    assert [(r["kernel_name"], r["queue_depth"], r["scsi_timeout_seconds"]) for r in rows if "queue_depth" in r] == [
        ("sdk", 32, 60),
        ("sdu", 32, 30),
    ]
    assert result.observations.rows("path") == []
    assert [(r["kernel_name"], r["hctl"]) for r in result.observations.rows("scsi_address")] == [
        ("sda", "0:0:0:0"),
        ("sdk", "3:0:1:4"),
        ("sdu", "4:0:1:4"),
    ]
    assert result.unread_lines == 0


def test_target_ports_once_each() -> None:
    result = read("linux-lsscsi", sample("linux-lsscsi.2"))
    assert [
        (r["hba"], r["scsi_target"], r["target_wwpn"], r["fcid"]) for r in result.observations.rows("remote_port")
    ] == [
        ("host3", "3:0:1", "5000144280000001", "010600"),
        ("host4", "4:0:1", "5000144280000003", "020600"),
    ]
    assert [r.get("transport") for r in result.observations.rows("device")] == [None, "fc", "fc", "fc"]


def test_old_versions_print_no_comma_and_more_columns_follow() -> None:
    text = """\
[8:0:0:0]    disk    fc:0x5000144280000001 0x010b00   /dev/sdc   36000144000000010300aa00000000001   322GB
[8:0:1:0]    disk    fc:0x50001442800000020x010f00   /dev/sdf   36000144000000010300aa00000000001   322GB
[8:0:1:9]    enclosu fcoe:0x50001442800000020x010f00   -          -       -
"""
    result = read("linux-lsscsi", text)
    assert [(r["scsi_target"], r["target_wwpn"], r["fcid"]) for r in result.observations.rows("remote_port")] == [
        ("8:0:0", "5000144280000001", "010b00"),
        ("8:0:1", "5000144280000002", "010f00"),
    ]
    assert {r["device"] for r in result.observations.rows("device")} == {"naa.6000144000000010300aa00000000001"}


def test_own_ports() -> None:
    rows = read("linux-lsscsi", sample("linux-lsscsi.3")).observations.rows("initiator")
    assert [(r["hba"], r["initiator_wwpn"], r["driver"], r["fcid"]) for r in rows] == [
        ("host3", "21000024ff000010", "qla2xxx", "010200"),
        ("host4", "21000024ff000011", "qla2xxx", "020200"),
    ]


@pytest.mark.parametrize(
    ("line", "device", "vendor", "model"),
    [
        ("[3:0:1:4]    disk    6000144000000010300aa00000000001  /dev/sdk", "naa.6000144000000010300aa00000000001", None, None),
        ("[3:0:1:4]    disk    36000144000000010300aa00000000001  /dev/sdk", "naa.6000144000000010300aa00000000001", None, None),
        ("[3:0:1:4]    disk    0x514f0c5000000012                /dev/sdk", "naa.514f0c5000000012", None, None),
        ("[3:0:1:4] disk NETAPP LUN C-Mode 9111 /dev/sdk 3600a0980000000000000000000000001", "naa.600a0980000000000000000000000001", "NETAPP", "LUN C-Mode"),
        ("[3:0:1:4]    disk    3PARdata VV               3311  /dev/sdk   107GB", "block:sdk", "3PARdata", "VV"),
    ],
)  # fmt: skip
def test_identities_and_products(line: str, device: str, vendor: str | None, model: str | None) -> None:
    (row,) = read("linux-lsscsi", line + "\n").observations.rows("device")
    assert (row["device"], row.get("vendor"), row.get("model")) == (device, vendor, model)


def test_module_options_as_configured_and_as_running() -> None:
    configured = read("linux-modprobe-options", sample("linux-modprobe-options"), owner="db01")
    assert [
        (r["scope"], r["setting"], r["value"], r["line"]) for r in configured.observations.rows("host_setting")
    ] == [
        ("modprobe.d/lpfc", "lpfc_lun_queue_depth", "64", 2),
        ("modprobe.d/lpfc", "lpfc_devloss_tmo", "30", 2),
        ("modprobe.d/qla2xxx", "ql2xmaxqdepth", "64", 3),
        ("modprobe.d/qla2xxx", "qlport_down_retry", "1", 3),
    ]
    running = read("linux-systool-module", sample("linux-systool-module"))
    assert [(r["scope"], r["setting"], r["value"]) for r in running.observations.rows("host_setting")] == [
        ("module/qla2xxx", "version", "10.02.00.200-k"),
        ("module/qla2xxx", "ql2xmaxqdepth", "64"),
        ("module/qla2xxx", "ql2xloginretrycount", "0"),
    ]
    continued = read("linux-modprobe-options", "options lpfc \\\n  lpfc_lun_queue_depth=16 # why\n")
    assert [r["value"] for r in continued.observations.rows("host_setting")] == ["16"]


def test_of_sysctl_only_what_concerns_storage() -> None:
    result = read("linux-sysctl", sample("linux-sysctl"))
    assert [(r["setting"], r["value"]) for r in result.observations.rows("host_setting")] == [
        ("vm.dirty_ratio", "20"),
        ("vm.swappiness", "10"),
        ("fs.aio-max-nr", "1048576"),
        ("vxvm.vxio.vol_use_rq", "0"),
    ]
    assert result.unread_lines == 0


def test_drivers_below_sys() -> None:
    text = """\
/sys/class/scsi_host/host3/proc_name:lpfc
/sys/class/scsi_host/host3/modelname:LPe32002
/sys/class/scsi_host/host3/fwrev:12.8.0
/sys/class/scsi_host/host3/lpfc_lun_queue_depth:30
/sys/class/scsi_host/host0/proc_name:ahci
/sys/module/qla2xxx/parameters/ql2xmaxqdepth:64
/proc/sys/vxvm/vxio/vol_use_rq:0
/sys/block/sdk/device/state:running
"""
    result = read("linux-sysfs", text, owner="db01")
    assert result.observations.rows("initiator") == [
        {
            "host": "db01",
            "hba": "host3",
            "protocol": "fcp",
            "driver": "lpfc",
            "model": "LPe32002",
            "firmware_version": "12.8.0",
            "queue_depth": 30,
            "line": 1,
        }
    ]
    assert [(r["scope"], r["setting"], r["value"]) for r in result.observations.rows("host_setting")] == [
        ("module/qla2xxx", "ql2xmaxqdepth", "64"),
        ("sysctl", "vxvm.vxio.vol_use_rq", "0"),
    ]
    assert result.observations.rows("device")[0]["device_state"] == "running"
    assert best_reader("/sys/module/lpfc/parameters/lpfc_lun_queue_depth:30\n") == "linux-sysfs"


@pytest.mark.parametrize(
    "name",
    [
        "linux-lsscsi",
        "linux-lsscsi.2",
        "linux-lsscsi.3",
        "linux-modprobe-options",
        "linux-systool-module",
        "linux-sysctl",
    ],
)
def test_detection_and_damage(name: str) -> None:
    reader = name.split(".", maxsplit=1)[0]
    assert best_reader(sample(name)) == reader
    for seed in range(4):
        assert_robust(reader, sample(name), seed)
