"""Tables of the XtremIO command line: targets, initiators, LUN mappings, volumes, clusters and parts.

Example::

    Name       Index Cluster-Name Index Port-Type Port-Address            Port-Speed Port-State Storage-Controller-Name Index
    X1-SC1-fc1 1     xio01        1     fc        51:4f:0c:50:00:00:01:00 8GFC       up         X1-SC1                  1

Only tables are read; each row becomes an object like those of the REST interface. ``Index`` after a name is the number of
that object, not of the row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.json_family import type_by
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.xtremio.objects import XTREMIO, write_objects
from checker.readers.xtremio.records import Record
from checker.readers.xtremio.xmcli_table import Header, cells, header_of

# First column of a table, or titles that only one table has, and the type of its objects.
_FIRST = {
    "storage-controller-name": "storage-controllers",
    "initiator-group-name": "initiator-groups",
    "target-group-name": "target-groups",
    "data-protection-group-name": "data-protection-groups",
    "battery-backup-unit-name": "bbus",
    "infiniband-switch-name": "infiniband-switches",
    "dae-controller-name": "dae-controllers",
    "local-disk-name": "local-disks",
    **{
        f"{name}-name": types
        for name, types in (
            ("cluster", "clusters"), ("brick", "bricks"), ("volume", "volumes"), ("snapshot", "snapshots"),
            ("initiator", "initiators"), ("ig", "initiator-groups"), ("target", "targets"), ("tg", "target-groups"),
            ("ssd", "ssds"), ("dpg", "data-protection-groups"), ("xenv", "xenvs"), ("xms", "xms"), ("bbu", "bbus"),
            ("ups", "bbus"), ("ib-switch", "infiniband-switches"), ("dae", "daes"),
        )
    },
}  # fmt: skip
_type_by_titles = type_by(
    (
        ("lun-maps", "ig-name lun"),
        ("lun-maps", "mapping-index volume-name"),
        ("targets", "port-address port-speed"),
        ("targets", "port-address tg-name"),
        ("xms", "xms-ip-addr"),
        ("infiniband-switches", "index-in-system"),
        ("data-protection-groups", "rebuild-progress"),
        ("data-protection-groups", "useful-ssd-space ud-ssd-space"),
        ("bbus", "battery-charge"),
    )
)
# Columns that name another object: the attribute that refers to it.
_REFERENCES = {
    "cluster-name": "sys-id", "brick-name": "brick-id", "storage-controller-name": "node-id", "tg-name": "tg-id",
    "target-group-name": "tg-id", "ig-name": "ig-id", "initiator-group-name": "ig-id", "volume-name": "vol-id",
    "target-name": "tar-id",
}  # fmt: skip
_ATTRIBUTES = {
    "offset": "alignment-offset", "naa-identifier": "naa-name", "psnt": "sys-psnt-serial-number",
    "psnt-serial-number": "sys-psnt-serial-number", "write-iops": "wr-iops", "read-iops": "rd-iops",
    "bw(mb/s)": "bw-mb", "write-bw(mb/s)": "wr-bw-mb", "read-bw(mb/s)": "rd-bw-mb",
    "avg-latency(usec)": "avg-latency", "average-latency(usec)": "avg-latency", "write-latency(usec)": "wr-latency",
    "read-latency(usec)": "rd-latency", "conn-targets": "num-of-conn-tars", "num-of-conn-targets": "num-of-conn-tars", "os": "operating-system",
    "fru-state": "fru-lifecycle-state", "feed": "power-feed",
}  # fmt: skip
_STATES = {
    "storage-controllers": {"state": "node-state", "health-state": "node-health-state"},
    "clusters": {"state": "sys-state", "health-state": "sys-health-state", "sw-version": "sys-sw-version"},
    "bricks": {"state": "brick-state"},
    "data-protection-groups": {"state": "protection-state"},
    "xenvs": {"state": "xenv-state"},
    "bbus": {"state": "ups-status", "status": "ups-status"},
    "infiniband-switches": {"state": "ib-switch-state"},
    "ssds": {"state": "ssd-rg-state", "rg-state": "ssd-rg-state"},
    "initiators": {"conn-state": "initiator-conn-state"},
    "local-disks": {"state": "local-disk-state"},
}
_PERCENT_DONE = re.compile(r"\[#{3,}")


def _type_of(header: Header) -> str | None:
    return _type_by_titles(dict.fromkeys(header.names)) or _FIRST.get(header.names[0])


def _first_header(text: str) -> tuple[Header, str] | None:
    for line in text.split("\n")[:60]:
        header = header_of(line.rstrip())
        kind = _type_of(header) if header is not None else None
        if header is not None and kind is not None:
            return header, kind
    return None


def _detect(capture: Capture) -> Detection | None:
    found = _first_header(capture.head)
    return None if found is None else Detection(92, f"an xmcli table of {found[1]}")


def _owner(text: str) -> str | None:
    names = {
        name
        for record in _records(Capture(text=text[:200_000]), None)
        if (name := record.reference("sys-id") or (record.text("name") if record.type == "clusters" else None))
    }
    return names.pop() if len(names) == 1 else None


def _records(capture: Capture, out: Writer | None) -> Sequence[Record]:
    found: PackedList[Record] = PackedList()
    header: Header | None = None
    kind: str | None = None
    for number, line in capture.lines():
        if not line.strip():
            continue
        new_header = header_of(line)
        if new_header is not None:
            header, kind = new_header, _type_of(new_header)
            if kind is None and out is not None:
                out.note(number, f"skipped the table that begins with {line.split()[0]}: sanlint does not read it")
            continue
        if header is None or kind is None:
            if out is not None and header is None and not _PERCENT_DONE.search(line):
                out.unread(number)
            continue
        values = cells(header, line)
        if values is None:
            if out is not None:
                out.unread(number)
            continue
        found.append(Record(kind, number, _values(kind, header, values)))
    return found


def _values(kind: str, header: Header, values: list[str]) -> dict[str, object]:
    states = _STATES.get(kind, {})
    found: dict[str, object] = {}
    own = _FIRST.get(header.names[0]) == kind or header.names[0] == "name"
    for place, (name, value) in enumerate(zip(header.names, values, strict=True)):
        if not value or value == "-" or name == "index":
            continue
        following = header.names[place + 1] if place + 1 < len(header.names) else ""
        if place == 0 and own and kind != "lun-maps":
            found["name"] = value
        elif kind == "lun-maps" and name in ("volume-name", "ig-name", "tg-name"):
            found[{"volume-name": "vol-name"}.get(name, name)] = value
        elif name in _REFERENCES:
            index = values[place + 1] if following == "index" else ""
            found[_REFERENCES[name]] = ["", value, whole(index) if index.isdecimal() else 0]
        else:
            found[states.get(name) or _ATTRIBUTES.get(name, name)] = value
    return found


def _read(capture: Capture, out: Writer) -> None:
    write_objects(_records(capture, out), capture, out)


READERS = (
    XTREMIO.reader("xtremio-xmcli", "xmcli show-targets", _detect, read=_read, needles=("Index",), owner_in=_owner),
)
