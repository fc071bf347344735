"""One WWPN at two ports of one switch is one error, whatever command lists the logins."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, Session

CISCO = """\
mds-a# show flogi database
--------------------------------------------------------------------------------
INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
fc1/1            10    0x0a0001  10:00:00:00:c9:aa:00:01 20:00:00:00:c9:aa:00:01
{port}            10    {fcid}  10:00:00:00:c9:aa:00:01 20:00:00:00:c9:aa:00:01

Total number of flogi = 2.
"""
BROCADE = """\
sw-a1:admin> nsshow
{{
 Type Pid    COS     PortName                NodeName                 TTL(sec)
 N    070000;      3;10:00:00:90:fa:00:00:01;20:00:00:90:fa:00:00:01; na
    FC4s: FCP
    Device type: Physical Initiator
    Port Index: 0
 N    {fcid};      3;10:00:00:90:fa:00:00:01;20:00:00:90:fa:00:00:01; na
    FC4s: FCP
    Device type: Physical Initiator
    Port Index: {port}
The Local Name Server has 2 entries }}
"""


@pytest.mark.parametrize(
    ("text", "port", "fcid", "said"),
    [
        (CISCO, "fc1/2", "0x0a0002", "at ports fc1/1 and fc1/2 of mds-a"),
        (BROCADE, "3", "070300", "at ports index 0 and index 3 of sw-a1"),
        (CISCO, "fc1/1", "0x0a0001", None),
    ],
)
def test_one_error_for_both_ports(tmp_path: Path, text: str, port: str, fcid: str, said: str | None) -> None:
    (tmp_path / "logins.txt").write_text(text.format(port=port, fcid=fcid))
    with Session.open([str(tmp_path)], Options(select=("DOC012", "DOC020"))) as san:
        findings = [f for f in san.check().findings if f.rule in ("DOC012", "DOC020")]
    assert [(f.rule, f.severity, said is not None and said in f.message) for f in findings] == (
        [("DOC020", "error", True)] if said else []
    )
    assert all(f.location and len(f.related) == 1 for f in findings)
