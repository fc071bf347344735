"""Volumes of IBM DS8000 and the array itself: ``lsfbvol``, ``showfbvol`` and ``showsi``.

::

    Name     ID   accstate datastate configstate deviceMTM datatype extpool cap (2^30B) cap (10^9B) cap (blocks)
    ============================================================================================================
    LUN_0100 0100 Online   Normal    Normal      2107-900  FB 512   P1             50.0           -    104857600

    Name    db_log
    ID      12A5
    volgrp  V15
    GUID    6005076308FFAAAA00000000000012A5

A block has 512 bytes, also in volumes formatted with 520 for IBM i. Only ``showfbvol`` prints the identity that hosts see,
and the volume groups that a volume is in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.ds8000.tables import ARRAY, BANNER, captured_in, owner_in, values, write_array
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_HEADER = re.compile(r"Name\s+ID\s+accstate\s+datastate\s+configstate\s+deviceMTM\s+datatype\s+extpool\b")
_ROW = re.compile(
    r"(?P<Name>\S.{0,60}?)\s+(?P<ID>[0-9A-F]{4})\s+(?P<accstate>[A-Z]\S*)\s+(?P<datastate>[A-Z]\S*)\s+(?P<configstate>[A-Z]\S*)"
    r"\s+(?P<deviceMTM>\S+)\s+(?P<datatype>FB \S+)\s+(?P<extpool>P[0-9]{1,5}|-)\s+(?P<gib>[0-9.]+|-)\s+(?P<gb>[0-9.]+|-)"
    r"\s+(?P<blocks>[0-9]+|-)(?:\s.*)?\Z"
)
_BLOCK = 512
_KEY = re.compile(r"([A-Za-z%][A-Za-z0-9%]{0,30}(?: (?:\([^)]{2,8}\)|Unit|Group|Memory|Recovered))?)(?:\s+(\S.*))?\Z")
_VOLUME_KEYS = frozenset(("ID", "accstate", "extpool", "captype"))
_IMAGE_KEYS = frozenset(("ID", "Storage Unit", "Model", "WWNN"))
_NOISE = re.compile(r"(?:dscli>.*|Date/Time: .*|CMU[CN]\d{5}I? .*|show[a-z]{2,10}(?: .*)?|={10,})\Z")
_GROUP = re.compile(r"V[0-9]{1,5}")


def _detect_list(capture: Capture) -> Detection | None:
    for line in capture.head.split("\n")[:100]:
        if _HEADER.match(line.strip().removeprefix("dscli> ").replace(",", " ")):
            return Detection(96, "volumes of a DS8000")
    return None


def _read_list(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for line, row in values(capture, out, _HEADER, _ROW):
        first = first or line
        blocks = normalise.integer(row.get("blocks") or row.get("cap (blocks)"))
        name = row.get("Name", "")
        out.add(
            "storage_volume",
            line,
            storage_array=capture.owner,
            storage_volume=row.get("ID") or None,
            label=name if name not in ("", "-") else None,
            size_bytes=None if blocks is None else blocks * _BLOCK,
            operational_status=row.get("accstate") or None,
            health_state=row.get("datastate") or None,
            pool=row.get("extpool") if row.get("extpool") not in ("", "-") else None,
        )
    write_array(capture, out, first)


def _blocks(capture: Capture, out: Writer) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the objects of ``key value`` lines; a repeated key begins the next object."""
    line, found = 0, dict[str, str]()
    for number, text in capture.lines():
        shown = text.strip()
        if not shown or _NOISE.match(shown):
            continue
        match = _KEY.match(shown)
        if match is None:
            out.unread(number)
            continue
        key, value = match.group(1), match.group(2) or ""
        if key in found and key in ("Name", "ID"):
            yield line, found
            found = {}
        if not found:
            line = number
        found.setdefault(key, value)
    if found:
        yield line, found


def _keys(capture: Capture) -> set[str]:
    return {
        match.group(1) for line in capture.head.split("\n")[:120] if (match := _KEY.match(line.strip())) is not None
    }


def _detect_volume(capture: Capture) -> Detection | None:
    return Detection(94, "a volume of a DS8000") if _keys(capture) >= _VOLUME_KEYS else None


def _read_volume(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for line, found in _blocks(capture, out):
        number = found.get("ID", "")
        if not re.fullmatch("[0-9A-F]{4}", number):
            out.unread(line)
            continue
        first = first or line
        device = out.device_id(found.get("GUID"), line, "storage_volume", "device", number)
        blocks = normalise.integer(found.get("cap (blocks)"))
        name = found.get("Name", "-")
        size = None if blocks is None else blocks * _BLOCK
        out.add(
            "storage_volume",
            line,
            device=device,
            storage_array=capture.owner,
            storage_volume=number,
            label=name if name != "-" else None,
            size_bytes=size,
            operational_status=found.get("accstate"),
            health_state=found.get("datastate"),
            pool=found.get("extpool"),
        )
        for view in _GROUP.findall(found.get("volgrp", "")):
            out.add("mask_view", line, storage_array=capture.owner, view=view)
            out.add(
                "mask_volume",
                line,
                storage_array=capture.owner,
                view=view,
                device=device,
                volume_name=number,
                size_bytes=size,
            )
    write_array(capture, out, first)


def _detect_image(capture: Capture) -> Detection | None:
    return Detection(94, "a storage image of a DS8000") if _keys(capture) >= _IMAGE_KEYS else None


def _read_image(capture: Capture, out: Writer) -> None:
    for line, found in _blocks(capture, out):
        image = re.fullmatch(r"IBM\.[0-9]{4}-[0-9A-Z]{7}", found.get("ID", ""))
        if image is None:
            out.unread(line)
            continue
        out.add(
            "storage_array",
            line,
            storage_array=image.group(),
            serial=image.group().partition("-")[2],
            vendor="IBM",
            family="other",
            model=f"DS8000 {found['Model']}" if found.get("Model") else None,
            array_state=found.get("State"),
        )


def _image_in(text: str) -> str | None:
    found = re.search(r"(?m)^[ \t]*ID[ \t]+(IBM\.[0-9]{4}-[0-9A-Z]{7})[ \t]*$", text[:16_384])
    return found.group(1) if found else owner_in(text)


_VOLUME = word_list("storage_array storage_volume label size_bytes operational_status health_state pool")
READERS = (
    Reader(
        name="ds8000-lsfbvol",
        platform="ds8000",
        command="lsfbvol",
        provides={"storage_array": ARRAY, "storage_volume": _VOLUME},
        detect=_detect_list,
        read=_read_list,
        needles=("accstate", "deviceMTM", "extpool"),
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*Name[ \t,]+ID[ \t,]+accstate\b",
        owner_in=owner_in,
        captured_in=captured_in,
    ),
    Reader(
        name="ds8000-showfbvol",
        platform="ds8000",
        command="showfbvol",
        provides={
            "storage_array": ARRAY,
            "storage_volume": ("device", *_VOLUME),
            "mask_view": ("storage_array", "view"),
            "mask_volume": ("storage_array", "view", "device", "volume_name", "size_bytes"),
        },
        detect=_detect_volume,
        read=_read_volume,
        needles=("accstate", "extpool", "captype"),
        owner_in=owner_in,
        captured_in=captured_in,
    ),
    Reader(
        name="ds8000-showsi",
        platform="ds8000",
        command="showsi",
        provides={"storage_array": (*ARRAY, "model", "array_state")},
        detect=_detect_image,
        read=_read_image,
        needles=("Storage Unit", "WWNN"),
        owner_in=_image_in,
        captured_in=captured_in,
    ),
)
