"""LVM physical volumes on whole multipath maps: their data is where LVM puts it, and a partition of a map has another name."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, Session

MAPS = """\
[root@db01 ~]# multipath -ll
mpathb (3600601601122334455667788990000aa) dm-3 DGC,VRAID
size=1.5T features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  |- 1:0:0:1  sdf 8:80  active ready running
  `- 2:0:0:1  sdg 8:96  active ready running
[root@db01 ~]# pvs -o pv_name,vg_name,pv_size,pe_start --units b
  PV                   VG      PSize         1st PE
  {name} vg_big  1649263345664B {start}B
"""


@pytest.mark.parametrize(
    ("name", "start", "found", "unknown"),
    [
        ("/dev/mapper/mpathb  ", "32256", ["ALN006"], False),
        ("/dev/mapper/mpathb  ", "1048576", [], False),
        ("/dev/mapper/mpathb1 ", "32256", [], True),
        ("/dev/sdf            ", "32256", ["ALN006"], False),
    ],
)
def test_a_physical_volume_on_a_map(tmp_path: Path, name: str, start: str, found: list[str], unknown: bool) -> None:
    (tmp_path / "db01.txt").write_text(MAPS.format(name=name, start=start))
    with Session.open([str(tmp_path)], Options(isolated=True, select=("ALN006",), jobs=1)) as san:
        report = san.check()
    assert [finding.rule for finding in report.findings] == found
    assert any(rule.not_evaluated for rule in report.rules) == unknown
