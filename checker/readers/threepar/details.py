"""``showsys -d`` of 3PAR, Primera and Alletra: the array, and which of its nodes are online and in the cluster.

::

    ------------General-------------
    System Name          :        array1
    System Model         : HPE_3PAR 8440
    Serial Number        :       1617025
    Number of Nodes      :             4
    Nodes Online         :       0,1,2,3
    Nodes in Cluster     :         0,1,3

Written from what its commands document; no outside sample was found. Sizes are in MiB, as in ``showsys``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.threepar.tables import THREEPAR, Row
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import number, owner, text

_PAIR = re.compile(r"[ \t]*(?P<name>[A-Z][A-Za-z0-9 ()/.-]{0,40}?)[ \t]*:(?:[ \t]+(?P<value>\S(?:[^\n]*\S)?))?[ \t]*\Z")
_TITLE = re.compile(r"[ \t]*---[^\n]*---[ \t]*\Z")
_NAME = re.compile(r"(?m)^[ \t]*System Name[ \t]*:[ \t]+(?P<name>[\w.\-]{1,80})[ \t]*$")
_NODES = re.compile(r"[0-9](?:,[0-9])*\Z")
_HEAD = ("system name", "system model", "serial number", "number of nodes", "master node", "total capacity")


def _detect(capture: Capture) -> Detection | None:
    if _NAME.search(capture.head) and all(word in capture.head for word in ("System Model", "Nodes in Cluster")):
        return Detection(96, "the details of a 3PAR array")
    return None


def _name(text: str) -> str | None:
    names = {match["name"] for match in _NAME.finditer(text)}
    return names.pop() if len(names) == 1 else None


def _rows(capture: Capture, out: Writer) -> Iterator[Row]:
    """Yield the array, then each of its nodes with what the lists of nodes say about it."""
    values: dict[str, str] = {}
    first = 0
    lists: dict[str, tuple[int, frozenset[str]]] = {}
    for place, line in capture.lines():
        if not (pair := _PAIR.match(line)):
            if line.strip() and not _TITLE.match(line):
                out.unread(place)
            continue
        name, value = pair["name"].lower(), pair["value"]
        first = first or place
        if value and name in ("nodes online", "nodes in cluster"):
            if _NODES.match(value):
                lists[name] = place, frozenset(value.split(","))
            else:
                out.unread(place)
        elif value:
            values.setdefault(re.sub(r" \(.*\)", "", name), value)
    if values:
        yield Row(first, {name: values[name] for name in _HEAD if name in values} | {"array": "yes"})
    online, member = lists.get("nodes online"), lists.get("nodes in cluster")
    if online is None or member is None:
        return
    for node in sorted(online[1] | member[1]):
        state = "ok" if node in online[1] else "offline"
        yield Row(online[0], {"node": node, "state": state, "in cluster": "yes" if node in member[1] else "no"})


def _mib(row: Row) -> int | None:
    size = row.number("total capacity")
    return None if size is None else size << 20


_ARRAY: Facts[Row] = Facts(
    "storage_array", THREEPAR, when=lambda row: row.text("array") == "yes", storage_array=owner, serial="serial number",
    model="system model", controllers=number("number of nodes"), size_bytes=_mib,
)  # fmt: skip
_MEMBERS: Facts[Row] = Facts(
    "director", needs="director", storage_array=owner, director="node", operational_status=text("state"),
    health_state=lambda row: "not in cluster" if row.text("in cluster") == "no" else None,
)  # fmt: skip

READERS = (
    Family("3par", _rows).reader(
        "3par-showsys-d", "showsys -d", _detect, _ARRAY, _MEMBERS, needles=("System Model",),
        begins=r"^(?:[ \t]*-{3,}General-{3,}[ \t]*\n)?[ \t]*System Name[ \t]+:", owner_in=_name, verified=False,
    ),
)  # fmt: skip
