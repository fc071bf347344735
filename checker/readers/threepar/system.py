"""``showsys``, ``shownode``, ``showversion`` and ``showvv`` of 3PAR, Primera and Alletra: the array and its volumes.

::

                                                               -----------------(MB)------------------
       ID --Name-- ----Model---- -Serial- Nodes Master TotalCap AllocCap  FreeCap FailedCap
    17025 array1   HP_3PAR 7400   1617025     4      0 16752640 10000000  6752640         0

    Node --Name--- -State- Master InCluster -Service_LED ---LED--- Mem(MB)
       0 1617025-0 OK      Yes    Yes       Off          GreenBlnk   16384

     Id Name  Prov Type CopyOf BsId Rd -Detailed_State-  Adm   Snp  Usr VSize
      7 vol_a tpvv base ---       7 RW normal            256 10240 1024 10240

The model name contains blanks; the columns around it contain none. Sizes are in MiB, whatever the title says
(HPE 3PAR CLI Reference, "showvv": "All space values are in MiB").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, THREEPAR, Row, header, listed, rows, titles
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import device_id, number, owner, text, words

_SYSTEM = re.compile(
    r"[ \t]*(?P<id>0x[0-9A-Fa-f]{1,12}|[0-9]{1,12})[ \t]+(?P<name>[\w.\-]{1,80})[ \t]+(?P<model>\S(?:[^\n]{0,60}\S)?)[ \t]+"
    r"(?P<serial>[A-Z0-9]{5,20})[ \t]+(?P<nodes>[1-8])[ \t]+(?P<master>[0-9]|Yes|No|-)[ \t]+(?P<total>[0-9]{1,15})(?:[ \t]+[0-9]{1,15}){1,4}[ \t]*\Z"
)
_RELEASE = re.compile(
    r"(?m)^[ \t]*Release version[ \t]+(?P<version>[0-9]+(?:\.[0-9]+){2,4})(?:[ \t]*\([\w,+ ]{1,60}\))?"
)
_PROVISIONED = {"tpvv": "thin", "tdvv": "thin", "dds": "thin", "full": "thick", "cpvv": "thick"}
_lists_system = header("id", "name model serial nodes totalcap")


def _lists_nodes(found: list[str]) -> bool:
    return found[:2] == ["node", "name"] and "master" in found and ("incluster" in found or "ic" in found)


def _lists_volumes(found: list[str]) -> bool:
    if "name" not in found or "lun" in found:
        return False
    return "vv_wwn" in found or ({"prov", "copyof"}.issubset(found) and ("vsize" in found or "bsid" in found))


def _name(text: str) -> str | None:
    """Return the name of the array, unless consoles of several were merged."""
    names, below = set(), False
    for line in text.split("\n")[:400]:
        if _lists_system(titles(line.strip())):
            below = True
        elif below and (match := _SYSTEM.match(line)):
            names.add(match["name"])
    return names.pop() if len(names) == 1 else None


def _systems(capture: Capture, out: Writer) -> Iterator[Row]:
    below = False
    for place, line in capture.lines():
        text = line.strip()
        if _lists_system(titles(text)):
            below = True
        elif below and (match := _SYSTEM.match(line)):
            yield Row(place, match.groupdict())
        elif below and text and not text.startswith("-") and not text.lower().endswith(("showsys", "exit")):
            out.unread(place)


def _nodes(capture: Capture, out: Writer) -> Iterator[Row]:
    names: list[str] = []
    for place, line in capture.lines():
        text = line.strip()
        found = titles(text)
        # Times and LED colors at the end of the row contain blanks; the required columns come before them.
        cells = [cell.strip() for cell in text.split(",")] if "," in text else text.split()
        if _lists_nodes(found):
            names = found
        elif names and len(cells) >= len(names) and normalise.integer(cells[0]) is not None:
            yield Row(place, dict(zip(names, cells, strict=False)))
        elif names and text and not text.startswith("-") and not re.match(r"[0-9]+$|(?:\S+ )?(?:cli% )?\w+$", text):
            out.unread(place)


def _versions(capture: Capture, out: Writer) -> Iterator[Row]:
    for place, line in capture.lines():
        if match := _RELEASE.match(line):
            yield Row(place, match.groupdict())


def _detect_version(capture: Capture) -> Detection | None:
    if _RELEASE.search(capture.head) and ("CLI Server" in capture.head or "InForm OS" in capture.head):
        return Detection(96, "the release of a 3PAR array")
    return None


def _volumes(capture: Capture, out: Writer) -> Iterator[Row]:
    for row in rows(_lists_volumes)(capture, out):
        if row.text("name") is None:
            out.unread(row.line)
        else:
            yield row


def _mib(*names: str) -> Callable[[Row], int | None]:
    """Source: a size in MiB, in bytes."""

    def get(row: Row) -> int | None:
        size = row.number(*names)
        return None if size is None else size << 20

    return get


def _membership(node: Row) -> str | None:
    """Return that a node is not in the cluster: its own state can be OK all the same."""
    return "not in cluster" if (node.text("incluster", "ic") or "").lower() == "no" else None


_SYSTEMS: Facts[Row] = Facts(
    "storage_array", THREEPAR, storage_array=lambda row: row.values["name"], serial=lambda row: row.values["serial"],
    model=lambda row: " ".join(row.values["model"].split()), controllers=number("nodes"), size_bytes=_mib("total"),
)  # fmt: skip
_NODES: Facts[Row] = Facts(
    "director", storage_array=owner, director="node", hostname=lambda row: row.values["name"].strip("-") or None,
    operational_status=lambda row: row.values.get("state"), health_state=_membership,
)  # fmt: skip
_VOLUMES = Facts(
    "storage_volume", place="name", device=device_id("vv_wwn"), storage_array=owner, storage_volume="name",
    size_bytes=_mib("vsize", "vsize_mb", "vsize_mib"), operational_status=text("detailed_state", "state"),
    provision_type=words("prov", _PROVISIONED, others=False),
)  # fmt: skip

READERS = (
    Family("3par", _systems).reader(
        "3par-showsys", "showsys", listed("a 3PAR array", _lists_system), _SYSTEMS, needles=("Serial", "TotalCap"),
        begins=r"^(?:[ \t]*-[^\n]{0,120}-[ \t]*\n)?[ \t]*ID[ \t]+-*Name-*[ \t]+-*Model-*[ \t]+-*Serial-*[ \t]+Nodes\b",
        owner_in=_name,
    ),
    Family("3par", _nodes).reader(
        "3par-shownode", "shownode", listed("nodes of a 3PAR array", _lists_nodes), ARRAY, _NODES,
        needles=("Node", "Master"),
        begins=r"^(?:[ \t]*Control[ \t]+Data[ \t]+Cache[ \t]*\n)?[ \t]*Node(?:[ \t]+|,)-*Name-*(?:[ \t]+(?![ \t=])|,)",
    ),
    Family("3par", _versions).reader(
        "3par-showversion", "showversion", _detect_version, Facts("storage_array", THREEPAR, array_version="version"),
        needles=("Release version",), begins=r"^[ \t]*Release version[ \t]+[0-9]",
    ),
    Family("3par", _volumes).reader(
        "3par-showvv", "showvv", listed("volumes of a 3PAR array", _lists_volumes), ARRAY, _VOLUMES, needles=("Name",),
        begins=r"^(?:[ \t]*-[^\n]{0,120}-[ \t]*\n)?[ \t]*(?:Domain[ \t]+)?Id[ \t]+-*Name-*[ \t]+(?:Prov|Rd)\b",
    ),
)  # fmt: skip
