"""A smart zone states what its members may be, which counts those that are left when one is not logged in."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, Session

ZONES = """\
mds-b# show zoneset active vsan 20
zoneset name zs_b vsan 20
  zone name z_smart vsan 20
    device-alias esx11_p2 init
  * fcid 0x140020 [device-alias svm1_lif2] target
"""


def test_members_that_are_left_are_counted_by_their_roles(tmp_path: Path) -> None:
    (tmp_path / "mds-b.txt").write_text(ZONES)
    with Session.open([str(tmp_path)], Options(isolated=True, select=("ZON009",), jobs=1)) as san:
        (finding,) = san.check().findings
    assert (finding.severity, finding.message) == (
        "warning",
        "Zone z_smart on mds-b VSAN 20: esx11_p2 is not logged in, leaving no initiators and 1 target port",
    )
