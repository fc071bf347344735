"""One fault is one finding: not one for each path of a failed volume, and not one for each alias of a port."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from checker.audit import Options, audit

MULTIPATH = """\
mpathk (360000970000197900123533030394b4b) dm-7 EMC     ,SYMMETRIX
size=50G features='0' hwhandler='0' wp=rw
`-+- policy='service-time 0' prio=0 status=enabled
  |- 5:0:0:7 sdk 8:160 failed faulty running
  |- 5:0:1:7 sdl 8:176 failed faulty running
  |- 6:0:0:7 sdm 8:192 failed faulty running
  `- 6:0:1:7 sdn 8:208 failed faulty running
"""
CFGSHOW = """\
Defined configuration:
 cfg:\tcfg_x\tz_ora
 zone:\tz_ora\tora_hba0; ora_hba0_old; arr_p0
 alias:\tarr_p0\t50:00:09:73:00:11:22:04
 alias:\tora_hba0\t10:00:00:90:fa:77:00:01
 alias:\tora_hba0_old\t10:00:00:90:fa:77:00:01

Effective configuration:
 cfg:\tcfg_x
 zone:\tz_ora\t10:00:00:90:fa:77:00:01
\t\t50:00:09:73:00:11:22:04
"""


def _rules(folder: Path) -> Counter[str]:
    return Counter(one.rule for one in audit([str(folder)], Options(isolated=True, profile="all", jobs=1)).findings)


def test_a_volume_without_a_working_path_is_one_finding(tmp_path: Path) -> None:
    (tmp_path / "ora8").mkdir()
    (tmp_path / "ora8" / "multipath.txt").write_text(MULTIPATH)
    found = _rules(tmp_path)
    assert found["PTH028"] == 1
    assert not {rule for rule in found if rule in ("PTH001", "PTH002", "PTH014", "PTH025")}


def test_a_port_with_two_aliases_is_one_finding(tmp_path: Path) -> None:
    (tmp_path / "sw8").mkdir()
    (tmp_path / "sw8" / "cfgshow.txt").write_text(CFGSHOW)
    found = _rules(tmp_path)
    assert max(found.values(), default=0) == 1
    assert found["ZON001"] == 0, "both aliases are one initiator"
