"""Options of kernel modules, sysctl, and what drivers state below /sys."""

from __future__ import annotations

from pathlib import Path

from checker.audit.reading import build_store
from checker.intake.pool import read_all
from checker.intake.sources import sources_of
from tests.readers.harness import best_reader, read, sample


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


def test_the_value_of_a_parameter_has_the_name_that_the_prompt_shows(tmp_path: Path) -> None:
    text = "[root@lin7 ~]# cat /sys/module/nvme_core/parameters/multipath\nN\n"
    (tmp_path / "session.log").write_text(text, encoding="utf-8")
    store = build_store(read_all(sources_of([str(tmp_path)], tmp_path), tmp_path, jobs=1), topology=False)
    assert store.rows("SELECT host, scope, setting, value FROM host_setting") == [
        ("lin7", "module/nvme_core", "multipath", "N")
    ]
