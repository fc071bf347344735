"""A finding about a LUN is at the lines in which a host or VPLEX calls it by its own name, not at those of other objects."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit

HOST = """\
root@erp5:/ # lspath -F "status name parent path_id connection"
Enabled hdisk0 sissas0 0 0
Enabled hdisk4 fscsi0 0 50001442a0771100,4000000000000
Failed hdisk4 fscsi1 1 50001442a0771101,4000000000000
root@erp5:/ # lspv -u
hdisk0          00c8d1f2a1b2c3d4                    rootvg          active      6a1b2c3d-1122-3344-5566-77889900aab2
hdisk4          00c8d1f204c0011a                    erpvg5                      332136000144000000010a077110000000c1107Invista03EMCfcp  7b1b2c3d-1122-3344-5566-77889900aa00
"""
VIEWS = """\
VPlexcli:/> ll /clusters/cluster-1/exports/storage-views/*

/clusters/cluster-1/exports/storage-views/sv_erp4:
Name                      Value
------------------------  ------------------------------------------------------------------
initiators                [erp4_hba1]
operational-status        ok
port-name-enabled-status  [P00000000A0771100-A0-FC00,true,ok]
ports                     [P00000000A0771100-A0-FC00]
virtual-volumes           [(4,dd_erp_vol,VPD83T3:6000144000000010a077110000000c11,1T)]
"""

VOLUMES = """\
VPlexcli:/> ll /clusters/cluster-1/storage-elements/storage-volumes/

/clusters/cluster-1/storage-elements/storage-volumes:
Name          VPD83 ID                                  Capacity  Use      Vendor  IO Status    Type         Thin Rebuild
------------  ----------------------------------------  --------  -------  ------  -----------  -----------  ------------
sv_pay_01     VPD83T3:514f0c5000000a01                  500G      used     XtremIO alive        normal       false
sv_pay_02     VPD83T3:514f0c5000000a02                  500G      used     XtremIO unreachable  normal       false
VPlexcli:/> ll /clusters/cluster-1/virtual-volumes/

/clusters/cluster-1/virtual-volumes:
Name        Operational  Health            Service     Block    Block  Capacity  Locality  Supporting     Cache Mode   Expandable  Consistency
----------  Status       State             Status      Count    Size   --------  --------  Device         -----------  ----------  Group
----------  -----------  ----------------  ----------  -------  -----  --------  --------  -------------  -----------  ----------  -----------
vv_pay_01   ok           ok                running     131072000  4K   500G      local     dev_pay_01     synchronous  true        -
"""


def test_a_storage_volume_is_at_its_own_row(tmp_path: Path) -> None:
    (tmp_path / "vplex.log").write_text(VOLUMES)
    [finding] = audit([str(tmp_path)], Options(isolated=True, jobs=1, select=("ARR024",))).findings
    assert "sv_pay_02" in finding.message
    assert finding.location is not None
    assert (finding.location.line, finding.related) == (7, ())


def test_the_line_of_a_path_names_the_disk_as_the_host_does(tmp_path: Path) -> None:
    (tmp_path / "erp5.log").write_text(HOST)
    (tmp_path / "vplex.log").write_text(VIEWS)
    report = audit([str(tmp_path)], Options(isolated=True, jobs=1, select=("PTH001",)))
    [finding] = report.findings
    assert "naa.6000144000000010a077110000000c11" in finding.message
    assert finding.location is not None
    assert (Path(finding.location.file).name, finding.location.line) == ("erp5.log", 3)
    assert ("erp5.log", 4) in [(Path(place.file).name, place.line) for place in finding.related]
