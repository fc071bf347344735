"""PowerPath without a licence is one finding about its policy, not a dead path to follow hop by hop."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit

POWERMT = """\
[root@dbfox1 ~]# powermt display dev=all
Pseudo name=emcpowera
Symmetrix ID=000297700123
Logical device ID=00A1
Device WWN=60000970000297700123533030304131
state=alive; policy={policy}; queued-IOs=0
==============================================================================
--------------- Host ---------------   - Stor -  -- I/O Path --   -- Stats ---
###  HW Path               I/O Paths    Interf.  Mode     State   Q-IOs Errors
==============================================================================
   1 lpfc                   sdb         FA  1d:04 active   alive      0      0
   1 lpfc                   sdc         FA  2d:04 {second}   alive      0      0
   2 lpfc                   sdd         FA  3d:04 unlic    {third}      0      0
"""


@pytest.mark.parametrize(
    ("policy", "second", "third", "expected"),
    [
        ("BasicFailover", "unlic", "alive", [("HOST026", "error")]),
        ("BasicFailover", "active", "alive", [("HOST026", "warning")]),
        ("BasicFailover", "active", "dead", [("HOST026", "warning"), ("PTH014", "warning")]),
        ("SymmOpt", "active", "alive", [("PTH014", "warning")]),
    ],
)
def test_one_finding(tmp_path: Path, policy: str, second: str, third: str, expected: list[tuple[str, str]]) -> None:
    (tmp_path / "dbfox1_powermt.txt").write_text(POWERMT.format(policy=policy, second=second, third=third))
    report = audit(
        [str(tmp_path)],
        Options(isolated=True, jobs=1, cache=True, missing=False, select=("HOST026", "PTH014", "PTH028")),
    )
    found = [(finding.rule, finding.severity) for finding in report.findings if finding.rule in ("HOST026", "PTH014")]
    assert sorted(found) == expected
