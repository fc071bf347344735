"""``showvlun`` of 3PAR, Primera and Alletra (``-a``, ``-t``, ``-lvw``): what is exported to which host at which port.

::

    Active VLUNs
    Lun VVName HostName -Host_WWN/iSCSI_Name- Port  Type        Status ID
      1 vol_a  esx01         10000000C9000001 0:1:1 host        active  1
      2 vol_b  esx01         10000000C9000001 1:1:1 matched set active  1
    -------------------------------------------------------------------
      2 total

    VLUN Templates
    Lun VVName     HostName  -Host_WWN/iSCSI_Name- Port  Type
      1 vol_a      esx01     ----------------      ---   host
     10 set:vols_b set:hosts ----------------      ---   host set

An active VLUN is what one port of a host sees, by an optimised path or not (``nonopt``); a template is the rule behind it. A template for a set of hosts or volumes
doesn't say who is in the set: only the active VLUNs that follow from it do.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, Row, is_foreign, listed, position, rows
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import device_id, iscsi_name, number, owner, words

_SET = "set:"


def _lists_exports(titles: list[str]) -> bool:
    return "lun" in titles[:2] and {"vvname", "hostname", "port"}.issubset(titles)


def _exports(capture: Capture, out: Writer) -> Iterator[Row]:
    """Yield every row with its view: the host, or a port for an export to all hosts there."""
    noted = False
    for row in rows(_lists_exports)(capture, out):
        host, volume, port = row.text("hostname"), row.text("vvname"), _port(row)
        if volume is None:
            out.unread(row.line)
        elif not volume.startswith(_SET) and not (host or "").startswith(_SET):
            view = row.values["view"] = host or (f"port {port}" if port else "")
            name = next((value for title, value in row.values.items() if title.startswith("host_wwn")), "")
            if is_foreign(name):
                row.values["other"] = name
            elif view and name.strip("-"):
                row.values["wwpn"] = out.wwn(name, row.line, "mask_initiator", "initiator_wwpn", view) or ""
        elif not noted:
            noted = True
            out.note(row.line, "skipped exports to sets of hosts or volumes: their members are not printed here")
        yield row


def _port(row: Row) -> str | None:
    port = row.text("port")
    return port if position(port) else None


_VIEWS = Facts("mask_view", needs="view", distinct=True, storage_array=owner, view="view")
_VOLUMES = Facts(
    "mask_volume", needs=("view", "volume_name"), distinct=True, place="vvname", storage_array=owner, view="view",
    device=device_id("vv_wwn"), volume_name="vvname", lun=number("lun"),
)  # fmt: skip
_PORTS = Facts(
    "mask_port", needs=("view", "port_name"), distinct=True, storage_array=owner, view="view", port_name=_port
)
_INITIATORS = Facts(
    "mask_initiator", when="hostname", needs=("view", "initiator_wwpn"), distinct=True, storage_array=owner,
    view="view", initiator_wwpn="wwpn",
)  # fmt: skip
_ISCSI_INITIATORS = Facts(
    "mask_iscsi", when="hostname", needs=("view", "initiator_name"), distinct=True, storage_array=owner, view="view",
    initiator_name=iscsi_name("other"),
)  # fmt: skip
_LOGINS = Facts(
    "array_login", needs=("initiator_wwpn", "port_name"), distinct=True, storage_array=owner, initiator_wwpn="wwpn",
    port_name=_port, logged_in=words("status", {"active": True, "nonopt": True}, others=False),
)  # fmt: skip

READERS = (
    Family("3par", _exports).reader(
        "3par-showvlun", "showvlun", listed("exports of volumes of a 3PAR array", _lists_exports),
        ARRAY, _VIEWS, _VOLUMES, _PORTS, _INITIATORS, _ISCSI_INITIATORS, _LOGINS, needles=("VVName", "HostName"),
        begins=r"^(?:[ \t]*(?:Active VLUNs|VLUN Templates)[ \t]*\n)?[ \t]*(?:Domain(?:[ \t]+|,))?Lun(?:[ \t]+|,)-*VVName\b",
    ),
)  # fmt: skip
