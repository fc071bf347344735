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

An active VLUN is what one port of a host sees; a template is the rule behind it. A template for a set of hosts or volumes
doesn't say who is in the set: only the active VLUNs that follow from it do.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, Row, first_titles, position, rows, write_array
from checker.readers.toolkit.base import Capture, Detection, Reader

_SET = "set:"


def _lists_exports(titles: list[str]) -> bool:
    return "lun" in titles[:2] and "vvname" in titles and "hostname" in titles and "port" in titles


def _detect(capture: Capture) -> Detection | None:
    if first_titles(capture.head, _lists_exports):
        return Detection(96, "exports of volumes of a 3PAR array")
    return None


@dataclass
class _Seen:
    """What was written already: rows repeat hosts, ports and volumes for every path."""

    views: set[str] = field(default_factory=set)
    written: set[tuple[str, ...]] = field(default_factory=set)

    def first(self, *what: str | None) -> bool:
        """Return TRUE the first time it is called with these values."""
        key = tuple(text or "" for text in what)
        if key in self.written:
            return False
        self.written.add(key)
        return True


def _read(capture: Capture, out: Writer) -> None:
    first: int | None = None
    total = 0
    seen = _Seen()
    for row in rows(capture, out, _lists_exports):
        first = first or row.line
        total += 1
        _write(row, seen, capture, out)
    if out.printed_count is not None:
        out.counted_records = total
    write_array(capture, out, first)


def _write(row: Row, seen: _Seen, capture: Capture, out: Writer) -> None:
    host, volume, port = row.get("hostname"), row.get("vvname"), row.get("port")
    if volume is None:
        out.unread(row.line)
        return
    if volume.startswith(_SET) or (host or "").startswith(_SET):
        if seen.first("set"):
            out.note(
                row.line, "exports to sets of hosts or of volumes are not resolved: who is in a set isn't printed here"
            )
        return
    place = position(port)
    view = host or (f"port {port}" if place else None)
    if view is None:
        return
    array = capture.owner
    if seen.first("view", view):
        out.add("mask_view", row.line, storage_array=array, view=view)
    if seen.first("volume", view, volume):
        out.add(
            "mask_volume",
            row.line,
            storage_array=array,
            view=view,
            device=out.device_id(row.get("vv_wwn"), row.line, "mask_volume", "device", volume),
            volume_name=volume,
            lun=row.number("lun"),
        )
    if place and seen.first("port", view, port):
        out.add("mask_port", row.line, storage_array=array, view=view, port_name=port)
    _write_initiator(row, view, port if place else None, seen, capture, out)


def _write_initiator(row: Row, view: str, port: str | None, seen: _Seen, capture: Capture, out: Writer) -> None:
    text = next((value for title, value in row.values.items() if title.startswith("host_wwn")), "")
    if not text.strip("-") or text.startswith(("iqn.", "nqn.", "eui.")):
        return
    wwpn = out.wwn(text, row.line, "mask_initiator", "initiator_wwpn", view)
    if wwpn is None:
        return
    if row.get("hostname") is not None and seen.first("initiator", view, wwpn):
        out.add(
            "mask_initiator",
            row.line,
            storage_array=capture.owner,
            view=view,
            initiator_wwpn=wwpn,
        )
    status = row.get("status")
    if port is not None and seen.first("login", wwpn, port):
        out.add(
            "array_login",
            row.line,
            storage_array=capture.owner,
            initiator_wwpn=wwpn,
            port_name=port,
            logged_in=True if status == "active" else None,
        )


READERS = (
    Reader(
        name="3par-showvlun",
        platform="3par",
        command="showvlun",
        provides={
            "storage_array": ARRAY,
            "mask_view": ("storage_array", "view"),
            "mask_initiator": ("storage_array", "view", "initiator_wwpn"),
            "mask_port": ("storage_array", "view", "port_name"),
            "mask_volume": ("storage_array", "view", "device", "volume_name", "lun"),
            "array_login": ("storage_array", "initiator_wwpn", "port_name", "logged_in"),
        },
        detect=_detect,
        read=_read,
        needles=("VVName", "HostName"),
        begins=r"^(?:[ \t]*(?:Active VLUNs|VLUN Templates)[ \t]*\n)?[ \t]*(?:Domain(?:[ \t]+|,))?Lun(?:[ \t]+|,)-*VVName\b",
    ),
)
