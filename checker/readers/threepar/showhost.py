"""``showhost``, ``showhost -d`` and ``showhost -pathsum`` of 3PAR, Primera and Alletra: hosts and where they are logged in.

::

     Id Name  Persona      -WWN/iSCSI_Name- Port  IP_addr
      0 esx01 VMware       10000000C9000001 0:1:1 n/a
                           10000000C9000002 ---   n/a
     --  --   --           10000000C9000009 1:1:1 n/a

A port of a host may be printed for each port of the array it is logged in at; ``---`` means at none. The last row is an
initiator that is logged in and belongs to no host yet. ``-d`` repeats the host in every row.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, Row, first_titles, position, rows, write_array
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_NAME = "wwn/iscsi_name"
_DASHES = re.compile(r"-+\Z")


def _lists_initiators(titles: list[str]) -> bool:
    return titles[0] in ("id", "domain") and "name" in titles and "port" in titles and _names(titles) is not None


def _names(titles: list[str]) -> int | None:
    return next((index for index, title in enumerate(titles) if title.startswith("wwn") or title == "iscsi_name"), None)


def _sums_paths(titles: list[str]) -> bool:
    return titles[:3] == ["id", "name", "persona"] and any(title.endswith("paths") for title in titles[3:])


def _detect(capture: Capture) -> Detection | None:
    if titles := first_titles(capture.head, _lists_initiators):
        certain = any(title.startswith(_NAME) for title in titles) and "persona" in titles
        return Detection(96 if certain else 80, "hosts of a 3PAR array with their ports")
    if first_titles(capture.head, _sums_paths):
        return Detection(92, "hosts of a 3PAR array with the number of their paths")
    return None


@dataclass
class _Seen:
    """What was written already, because a port of a host is printed for each login."""

    host: str | None = None
    persona: str | None = None
    written: set[tuple[str | None, str]] = field(default_factory=set)
    views: set[str] = field(default_factory=set)


def _read(capture: Capture, out: Writer) -> None:
    first: int | None = None
    seen = _Seen()
    width, place = 0, 0
    for row in rows(capture, out, lambda titles: _lists_initiators(titles) or _sums_paths(titles), short=True):
        first = first or row.line
        if not row.values:
            _write_initiator(row.line, row.cells[0], _login(row.cells[1:2]), seen, capture, out)
            continue
        if _sums_paths(list(row.values)):
            _write_sum(row, capture, out)
            continue
        titles = list(row.values)
        width, place = len(titles), _names(titles) or 0
        seen.host = row.get("name")
        seen.persona = row.get("persona")
        text = row.cells[place] if width else ""
        _write_initiator(row.line, text, row.get("port"), seen, capture, out)
    write_array(capture, out, first)


def _login(cells: list[str]) -> str | None:
    return cells[0] if cells and not _DASHES.match(cells[0]) else None


def _write_initiator(line: int, text: str, port: str | None, seen: _Seen, capture: Capture, out: Writer) -> None:
    host = seen.host
    if host is not None and host not in seen.views:
        seen.views.add(host)
        out.add("mask_view", line, storage_array=capture.owner, view=host)
    if not text or _DASHES.match(text):
        return
    # A name with an iSCSI or NVMe prefix is not a Fibre Channel name; any other should be.
    foreign = text.startswith(("iqn.", "nqn.", "eui."))
    wwpn = None if foreign else out.wwn(text, line, "registered_initiator", "initiator_wwpn", host or "")
    if (host, text.lower()) not in seen.written:
        seen.written.add((host, text.lower()))
        out.add(
            "registered_initiator",
            line,
            storage_array=capture.owner,
            initiator_name=None if wwpn else text[:200],
            initiator_wwpn=wwpn,
            host=host,
            initiator_type=seen.persona,
            registered=host is not None,
        )
        if host is not None:
            out.add(
                "mask_initiator",
                line,
                storage_array=capture.owner,
                view=host,
                initiator_wwpn=wwpn,
                initiator_name=None if wwpn else text[:200],
            )
    if wwpn is not None and position(port) is not None:
        out.add(
            "array_login",
            line,
            storage_array=capture.owner,
            initiator_wwpn=wwpn,
            port_name=port,
            logged_in=True,
        )


def _write_sum(row: Row, capture: Capture, out: Writer) -> None:
    host = row.get("name")
    if host is None:
        return
    out.add("mask_view", row.line, storage_array=capture.owner, view=host)
    for title, value in list(row.values.items())[3:]:
        if title.endswith("paths") and normalise.integer(value) is not None:
            out.add(
                "array_setting",
                row.line,
                storage_array=capture.owner,
                scope=host,
                setting="paths",
                value=value,
            )


READERS = (
    Reader(
        name="3par-showhost",
        platform="3par",
        command="showhost",
        provides={
            "storage_array": ARRAY,
            "mask_view": ("storage_array", "view"),
            "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
            "registered_initiator": word_list(
                "storage_array initiator_name initiator_wwpn host initiator_type registered"
            ),
            "array_login": ("storage_array", "initiator_wwpn", "port_name", "logged_in"),
            "array_setting": ("storage_array", "scope", "setting", "value"),
        },
        detect=_detect,
        read=_read,
        needles=("Name", "Persona"),
        begins=r"^[ \t]*Id(?:[ \t]+|,)-*Name-*(?:[ \t]+|,)-*Persona\b",
    ),
)
