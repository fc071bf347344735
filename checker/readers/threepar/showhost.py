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
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, Row, ends_with_port, first_titles, is_foreign, listed, position, rows
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import LONGEST_NAME, const, iscsi_name, owner

_NAME = "wwn/iscsi_name"
_DASHES = re.compile(r"-*\Z")
_NO_PORT = re.compile(r"-+\Z")


def _lists_initiators(titles: list[str]) -> bool:
    return titles[0] in ("id", "domain") and {"name", "port"}.issubset(titles) and _place(titles) is not None


def _place(titles: list[str]) -> int | None:
    return next((index for index, title in enumerate(titles) if title.startswith("wwn") or title == "iscsi_name"), None)


def _sums_paths(titles: list[str]) -> bool:
    return titles[:3] == ["id", "name", "persona"] and any(title.endswith("paths") for title in titles[3:])


_detect_sums = listed("hosts of a 3PAR array with the number of their paths", _sums_paths, score=92)


def _detect(capture: Capture) -> Detection | None:
    if titles := first_titles(capture.head, _lists_initiators):
        certain = any(title.startswith(_NAME) for title in titles) and "persona" in titles
        return Detection(96 if certain else 80, "hosts of a 3PAR array with their ports")
    return _detect_sums(capture)


def _hosts(capture: Capture, out: Writer) -> Iterator[Row]:
    """Yield the ports of hosts, each ``new`` in its first row, and hosts with the number of their paths."""
    of_host: dict[str, str] = {}
    known: set[tuple[str | None, str]] = set()
    for row in rows(_lists_initiators, _sums_paths, short=ends_with_port)(capture, out):
        place = _place(list(row.values))
        if row.values and place is None:
            paths = [value for title, value in list(row.values.items())[3:] if title.endswith("paths")]
            counts = [value for value in paths if normalise.integer(value) is not None]
            row.values["paths"] = counts[0] if counts else ""
            yield row
            continue
        if place is None:
            row.values = {**of_host, "port": "".join(row.cells[1:2])}
        else:
            of_host = {title: row.values.get(title, "") for title in ("name", "persona")}
        name, host = row.cells[place or 0], row.text("name")
        if not _DASHES.match(name):
            kind = "registered_initiator"
            wwpn = None if is_foreign(name) else out.wwn(name, row.line, kind, "initiator_wwpn", host or "")
            new = (host, name.lower()) not in known
            known.add((host, name.lower()))
            row.values |= {
                "wwpn": wwpn or "",
                "other": "" if wwpn else name[:LONGEST_NAME],
                "new": "yes" if new else "",
            }
        yield row


def _port(row: Row) -> str | None:
    port = row.text("port")
    return port if position(port) else None


def _state(row: Row) -> str | None:
    """Return the state of an initiator that is logged in at no port of the array."""
    return "not logged in" if _NO_PORT.match(row.values.get("port", "")) else None


_VIEWS = Facts("mask_view", needs="view", distinct=True, storage_array=owner, view="name")
_ISCSI_NAME = iscsi_name("other")


def _is_fc(row: Row) -> bool:
    """Return whether a row is the first of an initiator that is not one of iSCSI."""
    return row.text("new") is not None and _ISCSI_NAME(row) is None


_INITIATORS = Facts(
    "registered_initiator", when=_is_fc, storage_array=owner, initiator_name="other", initiator_wwpn="wwpn", host="name",
    initiator_type="persona", port_state=_state, registered=lambda row: row.text("name") is not None,
)  # fmt: skip
_MEMBERS = Facts(
    "mask_initiator", when=_is_fc, needs="view", storage_array=owner, view="name", initiator_wwpn="wwpn",
    initiator_name="other",
)  # fmt: skip
_ISCSI_MEMBERS = Facts(
    "mask_iscsi",
    when="new",
    needs=("view", "initiator_name"),
    storage_array=owner,
    view="name",
    initiator_name=_ISCSI_NAME,
)
_PERSONAS = Facts(
    "array_setting", needs=("scope", "value"), distinct=True, storage_array=owner, scope="name",
    setting=const("persona"), value="persona",
)  # fmt: skip
_LOGINS = Facts(
    "array_login", needs=("initiator_wwpn", "port_name"), storage_array=owner, initiator_wwpn="wwpn", port_name=_port,
    logged_in=True,
)  # fmt: skip
_PATHS = Facts(
    "array_setting", needs=("scope", "value"), storage_array=owner, scope="name", setting=const("paths"), value="paths"
)

READERS = (
    Family("3par", _hosts).reader(
        "3par-showhost", "showhost", _detect, ARRAY, _VIEWS, _INITIATORS, _MEMBERS, _ISCSI_MEMBERS, _PERSONAS, _LOGINS, _PATHS,
        needles=("Name", "Persona"), begins=r"^[ \t]*Id(?:[ \t]+|,)-*Name-*(?:[ \t]+|,)-*Persona\b",
    ),
)  # fmt: skip
