"""``esxcfg-mpath -L``: the same facts as the long form, for FC, iSCSI and local paths."""

from __future__ import annotations

from tests.readers import harness
from tests.readers.array_exports import sample

READER = "esxi-mpath-compact"
TEXT = sample("esxi-mpath-compact.txt")
LONG = """\
fc.20000010aa000001:10000010aa000001-fc.5000144000aa0002:5000144010aa0002-naa.6000144000000010aa00000000000001
   Runtime Name: vmhba2:C0:T1:L1
   Device: naa.6000144000000010aa00000000000001
   Device Display Name: naa.6000144000000010aa00000000000001
   Adapter: vmhba2 Channel: 0 Target: 1 LUN: 1
   Adapter Identifier: fc.20000010aa000001:10000010aa000001
   Target Identifier: fc.5000144000aa0002:5000144010aa0002
   Plugin: NMP
   State: dead
   Transport: fc
   Adapter Transport Details: WWNN: 20:00:00:10:aa:00:00:01 WWPN: 10:00:00:10:aa:00:00:01
   Target Transport Details: WWNN: 50:00:14:40:00:aa:00:02 WWPN: 50:00:14:40:10:aa:00:02
"""


def paths(text: str, reader: str = READER) -> list[dict[str, object]]:
    rows = harness.read(reader, text).observations.rows("path")
    return [{name: value for name, value in row.items() if name != "line"} for row in rows]


def test_a_path_has_the_facts_of_the_long_form() -> None:
    (long,) = paths(LONG, "esxi-core-path-list")
    assert paths(TEXT)[1] == long
    assert harness.best_reader(TEXT) == READER


def test_local_and_unclaimed_paths() -> None:
    local, unclaimed = paths(TEXT)[3:]
    assert (local["device"], local["transport"], local.get("initiator_wwpn")) == ("mpx.vmhba1:C0:T0:L0", "sata", None)
    assert ("device" in unclaimed, unclaimed["state"]) == (False, "dead")


def test_an_iscsi_path_has_no_world_wide_names() -> None:
    line = (
        "vmhba33:C0:T2:L0 state:active naa.6090a038f0cd4e5bdaa8248e6856d4fe vmhba33 0 2 0 NMP active san "
        "iqn.1998-01.com.vmware:esx01 00023d000001,iqn.2001-05.com.example:vol1,t,1\n"
    )
    (path,) = paths(line)
    assert (path["transport"], path["lun"], path.get("target_wwpn")) == ("iscsi", 0, None)


def test_a_path_that_is_cut_off_is_reported() -> None:
    result = harness.read(READER, TEXT.rstrip("\n") + "\nvmhba2:C0:T2:L1 state:act")
    assert result.ends_inside_record
    assert len(result.observations.rows("path")) == 5
