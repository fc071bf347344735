"""Findings about one port among many of the same view or cluster are located at the lines of that port."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit


def _hba(port: int, logged_in: str) -> str:
    return f"""\
HBA UID:                 50:00:14:40:46:E0:D5:10:50:00:14:42:60:D5:10:1{port}
Server Name:             vplex_be{port}
Server IP Address:       192.0.2.{port + 1}
HBA Model Description:
HBA Vendor Description:
HBA Device Driver Name:
Information about each port of this HBA:

    SP Name:               SP A
    SP Port ID:            {port}
    HBA Devicename:
    Trusted:               NO
    Logged In:             {logged_in}
    Defined:               YES
    Initiator Type:           3
    StorageGroup Name:     sg_vplex

"""


SP_PORTS = "Information about each SPPORT:\n\n" + "".join(
    f"""\
SP Name:             SP A
SP Port ID:          {port}
SP UID:              50:06:01:60:BE:A0:77:10:50:06:01:6{port}:3E:A0:77:10
Link Status:         Up
Port Status:         Online
Switch Present:      YES

"""
    for port in (0, 1)
)
ARRAY = f"""\
C:\\> naviseccli -h 192.0.2.50 port -list -all

Information about each HBA:

{_hba(0, "YES")}{_hba(1, "NO")}{SP_PORTS}
C:\\> naviseccli -h 192.0.2.50 storagegroup -list

Storage Group Name:    sg_vplex
Storage Group UID:     5A:11:3C:9B:7E:21:E4:11:80:11:00:60:16:44:55:66
HBA/SP Pairs:

  HBA UID                                          SP Name     SPPort
  -------                                          -------     ------
  50:00:14:40:46:E0:D5:10:50:00:14:42:60:D5:10:10   SP A         0
  50:00:14:40:46:E0:D5:10:50:00:14:42:60:D5:10:11   SP A         1

HLU/ALU Pairs:

  HLU Number     ALU Number
  ----------     ----------
    1               11
Shareable:             YES
"""


def _places(folder: Path, rule: str) -> list[tuple[int, str]]:
    """The places of the only finding of a rule: number and text of the line."""
    (folder / "array.txt").write_text(ARRAY)
    found = audit([str(folder)], Options(isolated=True, jobs=1, select=(rule,))).findings
    assert len(found) == 1, found
    places = [place for place in (found[0].location, *found[0].related) if place is not None]
    return [(place.line, Path(place.file).read_text().split("\n")[place.line - 1]) for place in places]


def test_a_masked_initiator_without_a_login_is_located_at_its_own_lines(tmp_path: Path) -> None:
    text = ARRAY.split("\n")
    other, own = (next(n for n, line in enumerate(text, 1) if f"60:D5:10:1{port}" in line) for port in (0, 1))
    places = _places(tmp_path, "ARR019")
    assert all(number > own for number, _ in places), (other, own, places)
    assert not any("60:D5:10:10" in line for _, line in places)
