"""Commands for AIX name the adapters and disks of a finding, restore what was set, and wait for a decision to restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.report.text.words import where_text
from checker.rules.evaluate.finding import Finding

EXPORTS = {
    "lspath.txt": "\n".join(
        f"Enabled hdisk4 fscsi{port} {port} 5000144260b3c10{port},1000000000000" for port in (0, 1)
    ),
    "lsdev.txt": "hdisk4 Available 01-00-02 EMC Invista FCP MPIO Disk",
    "lsattr.txt": "\n".join(
        [
            "aix1:/# lsattr -El fscsi0",
            "dyntrk       no           Dynamic Tracking of FC Devices True",
            "fc_err_recov delayed_fail FC Fabric Event Error RECOVERY Policy True",
            "scsi_id      0x310300     Adapter SCSI ID False",
            "aix1:/# lsattr -El hdisk4",
            "PCM             PCM/friend/MPIO_ALUA_VPLEX Path Control Module False",
            "algorithm       fail_over       Algorithm True",
            "hcheck_interval 0               Health Check Interval True",
            "reserve_policy  single_path     Reserve Policy True",
            "rw_timeout      90              READ/WRITE time out value True",
        ]
    ),
}


@pytest.fixture
def found(tmp_path: Path) -> dict[str, Finding]:
    (tmp_path / "aix1").mkdir()
    for name, text in EXPORTS.items():
        (tmp_path / "aix1" / name).write_text(text + "\n")
    options = Options(isolated=True, select=("HOST034", "HOST036", "HOST050"), jobs=1)
    return {one.rule: one for one in audit([str(tmp_path)], options).findings}


@pytest.mark.parametrize(
    ("rule", "run", "undo"),
    [
        ("HOST034", "chdev -l fscsi0 -a fc_err_recov=fast_fail -a dyntrk=yes -P", "chdev -l fscsi0 -a fc_err_recov=delayed_fail -a dyntrk=no -P"),
        ("HOST036", "chdev -l hdisk4 -a hcheck_interval=90 -P", "chdev -l hdisk4 -a hcheck_interval=0 -P"),
        ("HOST050", "chdev -l hdisk4 -a reserve_policy=no_reserve -a algorithm=shortest_queue -P", "chdev -l hdisk4 -a reserve_policy=single_path -a algorithm=fail_over -P"),
    ],
)  # fmt: skip
def test_what_is_set_and_restored(found: dict[str, Finding], rule: str, run: str, undo: str) -> None:
    (step,) = found[rule].fix
    assert (step.run, step.undo, where_text(step)) == (run, undo, "AIX on aix1")
    assert "restarted" in step.only_if
