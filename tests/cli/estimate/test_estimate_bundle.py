"""Loads captured by hosts, VPLEX and an array, solved end to end from the raw exports of one SAN."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import folders
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
EXPORTS = folders.ROOT / "fixtures" / "clean-vplex-local" / "exports"
VOLUME = "naa.6000144000000010a00d1e200000000"
# Little: 2,000 commands a second of 1.00 ms at the device are 2 active commands. 11.72 MB/s are 1,500 reads of 8 KiB.
COUNTERS = {
    "Device Q Depth": "32",
    "Active Commands": "2",
    "Queued Commands": "0",
    "Commands/sec": "2000.00",
    "Reads/sec": "1500.00",
    "Writes/sec": "500.00",
    "MBytes Read/sec": "11.72",
    "MBytes Written/sec": "3.91",
    "Average Driver MilliSec/Command": "1.00",
    "Average Kernel MilliSec/Command": "0.02",
    "Average Guest MilliSec/Command": "1.02",
    "Average Queue MilliSec/Command": "0.00",
}
MONITOR = """\
{u'director-1-1-A_VIRTUAL_VOLUMES_PERPETUAL_MONITOR': {u'timestamp': u'2026-01-15 08:00:08', u'stats': [
 {u'Virtual Volume': u'first', u'VPD Id': u'VPD83T3:6000144000000010a00d1e2000000001', u'fe-lu ops (counts/s)': u'2000', u'fe-lu read (KB/s)': u'12000', u'fe-lu write (KB/s)': u'4000'},
 {u'Virtual Volume': u'third', u'VPD Id': u'VPD83T3:6000144000000010a00d1e2000000003', u'fe-lu ops (counts/s)': u'900', u'fe-lu read (KB/s)': u'5400', u'fe-lu write (KB/s)': u'1800'}]}}
"""
SYMSTAT = """\
Symmetrix ID: 000192601234

DEVICE                           IO/sec         KB/sec      % Hits  %Seq  Num WP
10:15:20                       READ  WRITE   READ  WRITE   RD WRT   READ  Tracks

10:15:30 000A1 (/dev/sdc   )    120     40   7680   2560   93 100     12      31
         Total                ------ ------ ------ ------ --- --- ------ -------
                                 120     40   7680   2560   93 100     12      31
"""


@pytest.fixture
def bundle(tmp_path: Path) -> str:
    """Exports of a SAN with esxtop of one host, the monitor of VPLEX, and symstat of an array behind it."""
    folder = tmp_path / "exports"
    shutil.copytree(EXPORTS, folder)
    names = [f"{VOLUME}{number}" for number in (1, 2)]
    header = [f"\\\\esx01\\Physical Disk SCSI Device({name})\\{counter}" for name in names for counter in COUNTERS]
    rows = [["(PDH-CSV 4.0) (UTC)(0)", *header]]
    rows += [[f"01/15/2026 08:00:{second}", *COUNTERS.values(), *COUNTERS.values()] for second in ("05", "10")]
    text = "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows)
    (folder / "esx01" / "esxtop.csv").write_text(text + "\n")
    (folder / "vplex1" / "get-stats.txt").write_text(MONITOR)
    (folder / "vmax1").mkdir()
    (folder / "vmax1" / "symstat.txt").write_text(SYMSTAT)
    return str(folder)


def test_each_load_counts_once_and_is_dated_by_its_capture(sanlint: Run, bundle: str) -> None:
    outcome = sanlint("estimate", bundle, "-W", bundle, "--growth", "20%/year", "--isolated", "-q", "--format", "json")
    assert outcome.code == 0, outcome.err
    document = json.loads(outcome.out)
    loads = {(one["host"], one["volume"][-1]): one["load"]["iops"] for one in document["volumes"] if one["load"]}
    # esxtop's figures come before those of VPLEX; the third volume is known to VPLEX alone, and both hosts share its load.
    assert loads == {("esx01", "1"): 2000, ("esx01", "2"): 2000, ("esx01", "3"): 450, ("esx02", "3"): 450}
    assert document["total"]["iops"] == pytest.approx(4900)
    assert document["total"]["status"] == "ok"
    assert document["total"]["percentiles_ms"]["p95"]["typical"] > document["total"]["response_ms"]["mean"]["typical"]
    assert document["growth"]["since"] == "2026-01-15"
    assert document["growth"]["reached"][0]["month"] > "2026-01"
    # The back end sees the same I/O again, so symstat adds nothing, and the report says so.
    assert any("symstat.txt:6: volume 000A1 not found" in note for note in document["notes"])
    assert any("get-stats.txt:2: skipped: load is known in more detail" in note for note in document["notes"])
