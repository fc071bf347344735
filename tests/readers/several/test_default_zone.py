"""Members of the default zone: facts on NX-OS, a hidden configuration of Fabric OS."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, Session
from tests.readers.harness import read

NXOS = """\
mds-a# show zone active
zone name esx01_vplex vsan 10
* fcid 0x250001 [pwwn 10:00:00:00:c9:aa:00:01] [esx01_hba0]
* fcid 0x250002 [pwwn 50:00:14:42:a0:00:00:11]

zone name $default_zone$ vsan 10
* fcid 0x250003 [pwwn 10:00:00:00:c9:aa:00:03] [esx03_hba0]
  pwwn 10:00:00:00:c9:aa:00:04
* fcid 0x250005
"""
STATUS = """\
mds-a# show zone status
VSAN: 10 default-zone: permit distribute: full Interop: default
    mode: enhanced merge-control: allow
"""


def test_devices_in_the_default_zone() -> None:
    result = read("nxos-show-zone-active", NXOS.partition("\n")[2], owner="mds-a")
    rows = result.observations.rows("default_zone_member")
    assert [(r["vsan"], r.get("wwpn"), r.get("fcid"), r["line"]) for r in rows] == [
        ("10", "10000000c9aa0003", "250003", 6), ("10", "10000000c9aa0004", None, 7), ("10", None, "250005", 8),
    ]  # fmt: skip
    assert [row["zone"] for row in result.observations.rows("zone")] == ["esx01_vplex"]
    assert len(result.observations.rows("zone_member")) == 2
    assert result.unread_lines == 0


def test_an_open_default_zone_names_the_devices_in_it(tmp_path: Path) -> None:
    (tmp_path / "zones.txt").write_text(NXOS + STATUS)
    with Session.open([str(tmp_path)], Options(select=("ZON006",))) as san:
        (finding,) = [f for f in san.check().findings if f.rule == "ZON006"]
    # The fabric has no name of its own, so its name contains the VSAN, which is not repeated.
    assert finding.message.startswith("The default zone of fabric mds-a VSAN 10 is open on mds-a, ")
    for device in ("10:00:00:00:c9:aa:00:03", "10:00:00:00:c9:aa:00:04", "250005"):
        assert device in finding.message


def test_hidden_default_configuration_of_fabric_os() -> None:
    text = """\
Defined configuration:
 no configuration defined

Effective configuration:
 cfg:	d_efault_Cfg
 zone:	d_efault_Zone
		00:00:00:00:00:00:00:01
		00:00:00:00:00:00:00:02
"""
    result = read("brocade-cfgshow", text, owner="sw-a1").observations
    (vsan,) = result.rows("vsan")
    assert (vsan["default_zone"], vsan["default_zone_in_force"], vsan.get("active_zone_set")) == ("deny", True, None)
    assert [result.rows(kind) for kind in ("zone", "zone_member", "zone_set")] == [[], [], []]
