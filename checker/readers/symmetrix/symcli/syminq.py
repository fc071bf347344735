"""``syminq`` (``-wwn``, ``-symmids``) and ``sympd list``: the Symmetrix devices that one host sees.

::

    Device                        Product                   Device
    ----------------------------- ------------------------- ---------------------
    Name              Type   Vendor    ID            Rev  Ser Num      Cap (KB)
    ----------------- ------ --------- ------------- ---- ------------ ----------
    /dev/sdc          M      EMC       SYMMETRIX     5876 34000A1000    524288000

``sympd list``, with the array above the table::

    Symmetrix ID: 000192601234
    Physical           Sym   SA :P Config        Attribute    Sts   (MB)
    /dev/sdc           000A1 07E:0 TDEV          N/Grp'd      RW   512000

``syminq -pdevfile``, a line for each path with the array, the device, and the director and port of the path::

    # Symm_id       pdevice   dev   dir  port
    000192601234    /dev/sdc  000A1 07E  0
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.symcli.text import Arrays, detector, rows, symcli_reader
from checker.readers.symmetrix.xml.config import write_host_device
from checker.readers.toolkit import rounded
from checker.readers.toolkit.base import Capture

_PATH = re.compile(r"(?:/dev/\S+|\\\\\.\\PHYSICALDRIVE[0-9]+)\s", re.IGNORECASE)
_SERIAL = re.compile(r"[0-9]{12}\Z")
_WWN = re.compile(r"[0-9A-Fa-f]{32}\Z")
_DEVICE = re.compile(r"[0-9A-Fa-f]{4,5}\Z")
_PD_ROW = re.compile(
    r"(?P<pd>\S+)\s+(?P<dev>[0-9A-F]{4,5})\s+(?:[0-9]{2}[A-Z]|[A-Z]{2}-[0-9]{1,2}[A-Z]):[0-9]{1,3}\s+(?P<config>\S.*?)\s+"
    r"(?P<attr>N/Grp'd|Grp'd|N/Asst'd|Asst'd|N/A \(\w+\)|N/A|-)\s*(?:\([A-Z]{1,2}\)\s*)?(?P<sts>RW|NR|WD|NA|N/A)\s+(?P<cap>[0-9.]+)\Z",
    re.IGNORECASE,
)
_PDEV_ROW = re.compile(
    r"(?P<array>[0-9]{12})\s+(?P<pd>/dev/\S{1,200}|\\\\\.\\PHYSICALDRIVE[0-9]+)\s+(?P<dev>[0-9A-F]{4,5})"
    r"(?:\s+(?:[A-Z]{2}-)?[0-9]{1,2}[A-Z])?(?:\s+[0-9]{1,3})?\Z",
    re.IGNORECASE,
)
_HEADER = re.compile(r"(?:#|Device\b|Name\b|Physical\b|Cap\b|Vendor\b|Sym\b|Product\b|Num\b)", re.IGNORECASE)


def _read(capture: Capture, out: Writer) -> None:
    arrays = Arrays(capture, out)
    for number, line in rows(capture, arrays):
        is_path, is_short = _PATH.match(line) is not None, len(line) <= 400
        match = (_PDEV_ROW.match(line) or (_PD_ROW.match(line) if is_path else None)) if is_short else None
        if match is not None:
            _row(arrays, number, capture.owner, match.groupdict())
        elif is_path and is_short:
            _inquiry_row(arrays, number, capture.owner, line.split())
        elif not is_short or not _HEADER.match(line):
            out.unread(number)


def _row(arrays: Arrays, number: int, host: str, cells: dict[str, str]) -> None:
    """Write a row of ``sympd list`` or ``syminq -pdevfile``; only the latter names the array."""
    volume = names.device(cells["dev"])
    if volume is None:
        return
    if "array" in cells:
        arrays.enter(cells["array"], number)
    size = names.size(cells.get("cap"), 2)
    # The owner is the host, so that an array which the text does not name has no name at all.
    if arrays.is_known:
        arrays.volume(number, volume, size=size, configuration=cells.get("config"), status=cells.get("sts"))
    write_host_device(arrays.out, number, host, cells["pd"], None, arrays.name, volume)


def _inquiry_row(arrays: Arrays, number: int, host: str, words: list[str]) -> None:
    serial = next((word for word in words[1:] if _SERIAL.match(word)), None)
    wwn = next((word for word in words[1:] if _WWN.match(word)), None)
    if serial is not None:
        arrays.enter(serial, number)
        serial_index = words.index(serial)
        near = [words[index] for index in (serial_index + 1, serial_index - 1) if 0 < index < len(words)]
        volume = next((names.device(word) for word in near if _DEVICE.match(word)), None)
        if volume is not None:
            arrays.volume(number, volume, wwn=wwn)
            write_host_device(arrays.out, number, host, words[0], wwn, serial, volume)
        return
    # The inquiry serial number contains only two digits of the array serial number, so it does not identify the array.
    place = next((index for index, word in enumerate(words) if word.upper() == "SYMMETRIX"), None)
    block = re.match(r"/dev/((?:sd|emcpower)[a-z]{1,6})\Z", words[0])
    if place is None or block is None or place + 2 >= len(words):
        return
    arrays.out.add(
        "device", number, host=host, device=f"block:{block.group(1)}", kernel_name=block.group(1),
        vendor=words[place - 1], model=words[place], revision=words[place + 1],
        **rounded.facts("size", names.size(words[-1], 1)),
    )  # fmt: skip


READERS = (
    symcli_reader(
        "syminq", "syminq", _read,
        provides=facts.provides(
            "storage_volume",
            device="host device kernel_name vendor model revision size_bytes array_serial array_device",
        ),
        detect=detector(
            r"^[ \t]*Name\s+Type\s+Vendor\s+ID\s+Rev\s+Ser Num\b|^[ \t]*Physical\s+Sym\s+SA\s*:P\b"
            r"|^[ \t]*[0-9]{12}[ \t]+(?:/dev/|\\\\\.\\PHYSICALDRIVE)\S{1,200}[ \t]+[0-9A-F]{4,5}[ \t]+"
            r"(?:[A-Z]{2}-)?[0-9]{1,2}[A-Z][ \t]+[0-9]{1,3}[ \t]*$"
            r"|^[ \t]*Name\s+Num\s+Array ID\b|^[ \t]*Name\s+(?:Type\s+)?Symmetrix ID\s+(?:Dev|Num)",
            94, "columns of syminq or sympd list",
        ),
        also=("sympd list",), needles=("Vendor|SA :P|SA:P|/dev/|PHYSICALDRIVE|Array ID|Symmetrix ID",),
        begins=r"^[ \t]*(?:Device {3,}Product {3,}Device|Symmetrix ID *:[^\n]{0,80}\n(?:[ \t]*\n){0,3}[ \t]*Device Name +Directors? +Device)",
        owner_in=None, verified=False, platform="symcli",
    ),
)  # fmt: skip
