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

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, first_titles, rows, titles, write_array
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_MIB = 1 << 20
_SYSTEM = re.compile(
    r"[ \t]*(?P<id>0x[0-9A-Fa-f]{1,12}|[0-9]{1,12})[ \t]+(?P<name>[\w.\-]{1,80})[ \t]+(?P<model>\S(?:[^\n]{0,60}\S)?)[ \t]+"
    r"(?P<serial>[A-Z0-9]{5,20})[ \t]+(?P<nodes>[1-8])[ \t]+(?P<master>[0-9]|Yes|No|-)[ \t]+(?P<total>[0-9]{1,15})(?:[ \t]+[0-9]{1,15}){1,4}[ \t]*\Z"
)
_RELEASE = re.compile(r"(?m)^[ \t]*Release version[ \t]+([0-9]+(?:\.[0-9]+){2,4})(?:[ \t]*\(([\w,+ ]{1,60})\))?")


def _lists_system(found: list[str]) -> bool:
    return found[0] == "id" and {"name", "model", "serial", "nodes", "totalcap"} <= set(found)


def _detect_system(capture: Capture) -> Detection | None:
    return Detection(96, "a 3PAR array") if first_titles(capture.head, _lists_system) else None


def _system_lines(text: str) -> list[re.Match[str]]:
    """Return the array rows of a listing: exactly one unless consoles were merged."""
    found, below = [], False
    for line in text.split("\n")[:400]:
        if _lists_system(titles(line.strip())):
            below = True
        elif below and (match := _SYSTEM.match(line)):
            found.append(match)
    return found


def _name(text: str) -> str | None:
    names = {match.group("name") for match in _system_lines(text)}
    return names.pop() if len(names) == 1 else None


def _read_system(capture: Capture, out: Writer) -> None:
    below = False
    for number, line in capture.lines():
        text = line.strip()
        if _lists_system(titles(text)):
            below = True
            continue
        match = _SYSTEM.match(line)
        if not below or match is None:
            if below and text and not text.startswith("-") and not text.lower().endswith(("showsys", "exit")):
                out.unread(number)
            continue
        out.add(
            "storage_array",
            number,
            storage_array=match.group("name"),
            serial=match.group("serial"),
            vendor="HPE",
            family="3par",
            model=" ".join(match.group("model").split()),
            controllers=int(match.group("nodes")),
            size_bytes=int(match.group("total")) * _MIB,
        )


def _lists_nodes(found: list[str]) -> bool:
    return found[:2] == ["node", "name"] and "master" in found and ("incluster" in found or "ic" in found)


def _detect_nodes(capture: Capture) -> Detection | None:
    return Detection(96, "nodes of a 3PAR array") if first_titles(capture.head, _lists_nodes) else None


def _read_nodes(capture: Capture, out: Writer) -> None:
    first: int | None = None
    names: list[str] = []
    for number, line in capture.lines():
        text = line.strip()
        found = titles(text)
        if _lists_nodes(found):
            names = found
            continue
        # Times and LED colors at the end of the row contain blanks; the required columns come before them.
        cells = [cell.strip() for cell in text.split(",")] if "," in text else text.split()
        if not names or len(cells) < len(names) or normalise.integer(cells[0]) is None:
            if names and text and not text.startswith("-") and not re.match(r"[0-9]+$|(?:\S+ )?(?:cli% )?\w+$", text):
                out.unread(number)
            continue
        first = first or number
        row = dict(zip(names, cells, strict=False))
        out.add(
            "director",
            number,
            storage_array=capture.owner,
            director=row["node"],
            hostname=row["name"].strip("-") or None,
            operational_status=row.get("state"),
        )
    write_array(capture, out, first)


def _detect_version(capture: Capture) -> Detection | None:
    if _RELEASE.search(capture.head) and ("CLI Server" in capture.head or "InForm OS" in capture.head):
        return Detection(96, "the release of a 3PAR array")
    return None


def _read_version(capture: Capture, out: Writer) -> None:
    for number, line in capture.lines():
        match = _RELEASE.match(line)
        if match:
            out.add(
                "storage_array",
                number,
                storage_array=capture.owner,
                vendor="HPE",
                family="3par",
                array_version=match.group(1),
            )


def _lists_volumes(found: list[str]) -> bool:
    return (
        "name" in found
        and "lun" not in found
        and ("vv_wwn" in found or ({"prov", "copyof"} <= set(found) and ("vsize" in found or "bsid" in found)))
    )


def _detect_volumes(capture: Capture) -> Detection | None:
    return Detection(96, "volumes of a 3PAR array") if first_titles(capture.head, _lists_volumes) else None


_PROVISIONED = {"tpvv": "thin", "tdvv": "thin", "dds": "thin", "full": "thick", "cpvv": "thick"}


def _read_volumes(capture: Capture, out: Writer) -> None:
    first: int | None = None
    total = 0
    for row in rows(capture, out, _lists_volumes):
        name = row.get("name")
        if name is None:
            out.unread(row.line)
            continue
        first = first or row.line
        total += 1
        size = row.number("vsize", "vsize_mb", "vsize_mib")
        out.add(
            "storage_volume",
            row.line,
            device=out.device_id(row.get("vv_wwn"), row.line, "storage_volume", "device", name),
            storage_array=capture.owner,
            storage_volume=name,
            size_bytes=None if size is None else size * _MIB,
            operational_status=row.get("detailed_state", "state"),
            provision_type=_PROVISIONED.get((row.get("prov") or "").lower()),
        )
    if out.printed_count is not None:
        out.counted_records = total
    write_array(capture, out, first)


READERS = (
    Reader(
        name="3par-showsys",
        platform="3par",
        command="showsys",
        provides={"storage_array": (*ARRAY, "serial", "model", "controllers", "size_bytes")},
        detect=_detect_system,
        read=_read_system,
        needles=("Serial", "TotalCap"),
        begins=r"^(?:[ \t]*-[^\n]{0,120}-[ \t]*\n)?[ \t]*ID[ \t]+-*Name-*[ \t]+-*Model-*[ \t]+-*Serial-*[ \t]+Nodes\b",
        owner_in=_name,
    ),
    Reader(
        name="3par-shownode",
        platform="3par",
        command="shownode",
        provides={
            "storage_array": ARRAY,
            "director": ("storage_array", "director", "hostname", "operational_status"),
        },
        detect=_detect_nodes,
        read=_read_nodes,
        needles=("Node", "Master"),
        begins=r"^(?:[ \t]*Control[ \t]+Data[ \t]+Cache[ \t]*\n)?[ \t]*Node(?:[ \t]+|,)-*Name-*(?:[ \t]+|,)",
    ),
    Reader(
        name="3par-showversion",
        platform="3par",
        command="showversion",
        provides={"storage_array": (*ARRAY, "array_version")},
        detect=_detect_version,
        read=_read_version,
        needles=("Release version",),
        begins=r"^[ \t]*Release version[ \t]+[0-9]",
    ),
    Reader(
        name="3par-showvv",
        platform="3par",
        command="showvv",
        provides={
            "storage_array": ARRAY,
            "storage_volume": word_list(
                "device storage_array storage_volume size_bytes operational_status provision_type"
            ),
        },
        detect=_detect_volumes,
        read=_read_volumes,
        needles=("Name",),
        begins=r"^(?:[ \t]*-[^\n]{0,120}-[ \t]*\n)?[ \t]*(?:Domain[ \t]+)?Id[ \t]+-*Name-*[ \t]+(?:Prov|Rd)\b",
    ),
)
