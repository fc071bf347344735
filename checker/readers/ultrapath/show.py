"""LUNs and physical paths under UltraPath: ``upadmin show vlun``, ``show path``, ``show path id=0``, ``show array``.

::

    -------------------------------------------------------------------------------------------------------------------------
     Vlun ID Disk Name      Lun WWN                          Status Capacity Ctrl(Own/Work) Array Name     Dev Lun ID No. of Paths(Available/Total)
        0    sdb  data_0000 65856c210009a5aa00e5f1d1000000aa Normal 400.00GB 0A/0A          Huawei.Storage 170        4/4
    -------------------------------------------------------------------------------------------------------------------------

``show path`` prints a path between two ports once, whatever number of LUNs uses it: each is counted as one path of its adapter
and port. LUNs have no paths of their own, but counts of them. AIX prints ``PhyPath ID`` and no port type. Array names are those of UltraPath (``Huawei.Storage``), not those of the arrays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, shell_noise
from checker.readers.toolkit.declarations.declared import Facts, Part, Source
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, device_id, number, owner, wwn
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.rounded import disk_size

_NOISE = shell_noise("upadm(?:in)?(?:_plus)?", r"UltraPath CLI #[0-9]+ ?>", r"Path#[0-9]+ Information\Z")
_VLUN_HEADER = r"^[ \t]*Vlun ID[ \t]+Disk[ \t]+(?:Name|LUN Name)[ \t]+Lun WWN\b"
_PATH_HEADER = r"^[ \t]*(?:Phy)?Path ID[ \t]+Initiator Port[ \t]+Array Name[ \t]+Controller[ \t]+Target Port\b"
_PATH_BLOCK = r"^[ \t]*Path#[0-9]+ Information[ \t]*$"
_ARRAY_HEADER = r"^[ \t]*Array ID[ \t]+Array Name[ \t]+Array SN\b"
_WWN = r"[0-9A-Fa-f]{16}|(?=\S*[*#x])\S{7,40}"
_VLUN = re.compile(
    r"(?P<id>[0-9]{1,6})[ \t]+(?P<disk>\S{1,64})[ \t]+(?P<name>\S.{0,255}?)[ \t]+(?P<identity>[0-9A-Fa-f]{32}|(?=\S*[*#x])\S{7,40})[ \t]+"
    r"(?P<status>[A-Za-z]\S*(?: [A-Za-z]+)?)[ \t]+(?P<size>[0-9.]{1,12}[KMGTP]?B)[ \t]+(?P<own>[0-9A-Z-]{1,4})/(?P<work>[0-9A-Z-]{1,4})[ \t]+"
    r"(?P<array>\S.{0,255}?)(?:[ \t]+(?P<unit>[0-9]{1,6}|--))?(?:[ \t]+(?P<working>[0-9]{1,5})/(?P<total>[0-9]{1,5}))?\Z"
)
_PATH = re.compile(
    rf"(?P<id>[0-9]{{1,6}})[ \t]+(?P<initiator>{_WWN})[ \t]+(?P<array>\S.{{0,255}}?)[ \t]+(?P<controller>[0-9A-Z]{{1,4}}|--)[ \t]+"
    rf"(?P<target>{_WWN})[ \t]+(?P<state>[A-Z]\w+)(?:[ \t]+\S+[ \t]+(?P<type>\S+)[ \t]+\S+)?\Z"
)
_ARRAY = re.compile(r"[0-9]{1,6}[ \t]+\S.{0,255}?[ \t]+[0-9A-Za-z*]{4,40}[ \t]+\S+[ \t]+\S.{0,60}\Z")
_FIELD = re.compile(r"([A-Z][\w ()/-]{2,40}?)[ \t]*:[ \t]*(\S.{0,255}|)\Z")
_WORKS = frozenset({"normal"})
_FAILS = frozenset({"fault", "failed", "disabled", "unavailable"})
_NAMES = {
    "Initiator Port": "initiator", "Target Port": "target", "Controller": "controller", "Path State": "state", "Port Type": "type",
}  # fmt: skip


def _lines(row: re.Pattern[str], header: str, capture: Capture, out: Writer) -> Iterator[TextRow]:
    known = re.compile(f"{header}|{_NOISE}")
    for line, content in capture.lines():
        text = content.strip()
        found = row.match(text) if len(text) < LONGEST_LINE else None
        if found:
            yield TextRow(line, found.groupdict(""))
        elif text and not known.match(text):
            out.unread(line)


def _vluns(capture: Capture, out: Writer) -> Iterator[TextRow]:
    return _lines(_VLUN, _VLUN_HEADER, capture, out)


def _arrays(capture: Capture, out: Writer) -> Iterator[TextRow]:
    return _lines(_ARRAY, _ARRAY_HEADER, capture, out)


def _paths(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the paths of the table, or the one that ``show path id=0`` prints as a block."""
    if not re.search(_PATH_BLOCK, capture.head, re.MULTILINE):
        yield from _lines(_PATH, _PATH_HEADER, capture, out)
        return
    row: TextRow | None = None
    for line, content in capture.lines():
        text = content.strip()
        if re.match(_PATH_BLOCK, text):
            if row is not None:
                yield row
            row = TextRow(line)
        elif (found := _FIELD.match(text)) and row is not None:
            if found.group(1) in _NAMES:
                row.add(line, _NAMES[found.group(1)], found.group(2))
        elif text and not re.match(_NOISE, text):
            out.unread(line)
    if row is not None:
        yield row


def _controller(row: TextRow) -> str | None:
    name = row.text("controller")
    return None if name is None or name.startswith("-") else name


def _unit(row: TextRow) -> str | None:
    text = row.text("unit") or ""
    return text if text.isdecimal() else None


def _fibre(row: TextRow) -> bool:
    return row.text("type") in (None, "FC")


def _one(row: TextRow) -> int | None:
    return 1 if _fibre(row) else None


def _working(row: TextRow) -> int | None:
    """1 if a path works, 0 if not, None in a state whose meaning is unknown."""
    state = (row.text("state") or "").lower()
    return 1 if state in _WORKS else 0 if state in _FAILS else None


def _reader(
    name: str,
    command: str,
    reason: str,
    header: str,
    needle: str,
    read: Family[TextRow],
    *parts: Part[TextRow],
    verified: bool = False,
) -> Reader:
    return read.reader(
        name,
        command,
        by_pattern(reason, (96, header)),
        *parts,
        _HOST,
        needles=(needle,),
        begins=header,
        verified=verified,
    )


_HOST: Facts[TextRow] = Facts("host", distinct=True, host=owner, multipath_software=const("ultrapath"))
_DEVICE: Source[TextRow] = device_id("identity", about="vlun")

READERS = (
    _reader(
        "ultrapath-show-vlun", "upadmin show vlun", "LUNs of UltraPath", _VLUN_HEADER, "Vlun ID", Family("ultrapath", _vluns),
        Facts(
            "device", disk_size("size"), needs="device", place="device", host=owner, device=_DEVICE, kernel_name="disk", vendor=const("HUAWEI"),
            array_device=_unit, device_state="status", multipath_owner=const("ultrapath"),
            working_paths=number("working"), printed_paths=number("total"),
        ),
        Facts("device_owner", needs="device", host=owner, device=_DEVICE, multipath_owner=const("ultrapath")),
    ),
    _reader(
        "ultrapath-show-path", "upadmin show path", "physical paths of UltraPath", f"{_PATH_HEADER}|{_PATH_BLOCK}", "Path",
        Family("ultrapath", _paths),
        Facts(
            "initiator", needs="initiator_wwpn", when=_fibre, distinct=True, place="initiator", host=owner,
            initiator_wwpn=wwn("initiator"), protocol=const("fcp"),
        ),
        Facts(
            "target_port", needs="target_wwpn", when=_fibre, distinct=True, place="target", target_wwpn=wwn("target"),
            director=_controller,
        ),
        Facts(
            "path_total", needs="printed_paths", place="state", host=owner, multipath_owner=const("ultrapath"),
            hba=wwn("initiator"), array_serial=const(""), port=wwn("target"), printed_paths=_one, working_paths=_working,
        ),
        verified=True,
    ),
    _reader(
        "ultrapath-show-array", "upadmin show array", "arrays of UltraPath", _ARRAY_HEADER, "Array SN",
        Family("ultrapath", _arrays),
    ),
)  # fmt: skip
