"""``sg_inq DEVICE`` (standard inquiry) and ``sg_vpd -p di DEVICE`` (device identification) of sg3_utils.

::

    standard INQUIRY:
     Vendor identification: EMC
     Product identification: Invista
     Product revision level: 5200

    Device Identification VPD page:
      Addressed logical unit:
        designator type: NAA,  code set: Binary
          0x6001440000000103000aa00000000001

The device is named by the command or by a line above that ends with its name, such as ``=== /dev/sdb ===``; without it,
only the identity counts. Target ports of the page are not written: they are those of one path. The pages 0x80 (``sn``, serial number) and 0xb0
(``bl``, block limits) are recognised, but have nothing that rules use: limits are counted in blocks of a size that they don't
state, and what the kernel makes of them is in ``/sys/block/*/queue``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.linux.block.names import block_device
from checker.readers.linux.host import HOST
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow

_NODE = r"/dev/[A-Za-z0-9_/.:-]{0,99}[A-Za-z0-9_]"
# A command, or a line of a loop over disks: its last word is the device.
_NAMED = re.compile(rf"(?:.{{0,300}}?[ \t\"'=:])?({_NODE})[ \t\"':=*#-]*\Z")
_INQUIRY = re.compile(r"\s*(?:standard INQUIRY|VPD INQUIRY)\b", re.IGNORECASE)
_PAGE = re.compile(r"\s*(?:VPD INQUIRY: )?Device Identification (?:VPD )?page\b", re.IGNORECASE)
_OTHER_PAGE = re.compile(r"\s*(?:VPD INQUIRY: )?[A-Z][A-Za-z ()]{3,50} (?:VPD )?page\b", re.IGNORECASE)
_FIELD = re.compile(r"\s*(Vendor identification|Product identification|Product revision level):\s*(.*\S|)\s*\Z")
_UNIT = re.compile(r"\s*(?:associated with the )?Addressed logical unit:?", re.IGNORECASE)
_SECTION = re.compile(
    r"\s*(?:associated with the )?(?:Target port|Target device that contains addressed lu|Subsystem):?", re.IGNORECASE
)
_DESIGNATOR = re.compile(
    r"\s*(?:Designation descriptor.*|designator[ _]type: +(.{3,60}?), +code[ _]set: .*)\Z", re.IGNORECASE
)
_VALUE = re.compile(r"\s*\[?(?:0x|naa\.|eui\.)([0-9a-fA-F]{16,32})\]?\s*\Z")
_LINE = re.compile(rf"\s+\S|Only hex output supported|Unit serial number:|{shell_noise('sg_(?:inq|vpd)')}")


def _rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    named = _NAMED.match((capture.command or "").strip())
    row = TextRow(capture.first_line, {"node": named.group(1)} if named else {})
    in_page = in_unit = False
    kind = ""
    for number, line in capture.lines():
        if echo := _NAMED.match(line):
            yield row
            row, in_page, in_unit = TextRow(number, {"node": echo.group(1)}), False, False
        elif _PAGE.match(line):
            if "identity" in row.values:
                yield row
                row = TextRow(number)
            in_page, in_unit, kind = True, False, ""
        elif field := _FIELD.match(line):
            if field.group(1) in row.values:
                yield row
                row = TextRow(number)
            row.add(number, field.group(1), field.group(2))
        elif in_page and _UNIT.match(line):
            in_unit = True
        elif in_page and _SECTION.match(line):
            in_unit = False
        elif in_page and (designator := _DESIGNATOR.match(line)):
            kind = (designator.group(1) or "").upper()
        elif in_page and in_unit and kind[:3] in ("NAA", "EUI") and (value := _VALUE.match(line)):
            # The identity by NAA counts, whatever is above it.
            if kind.startswith("NAA") or "identity" not in row.values:
                row.values["identity"] = f"{'naa' if kind.startswith('NAA') else 'eui'}.{value.group(1)}"
                row.lines["identity"] = number
        elif _INQUIRY.match(line) or _OTHER_PAGE.match(line):
            in_page = in_unit = False
        elif line.strip() and not _LINE.match(line):
            out.unread(number)
    yield row


def _device(row: TextRow) -> str | None:
    identity = normalise.device_id(row.text("identity"))
    node = row.text("node")
    return identity or (block_device(node).device if node else None)


def _kernel_name(row: TextRow) -> str | None:
    node = row.text("node")
    return block_device(node).kernel_name if node else None


_DEVICE = Facts[TextRow](
    "device", when=lambda row: row.text("identity", "Vendor identification", "Product identification"), needs="device",
    host=owner, device=_device, kernel_name=_kernel_name, vendor="Vendor identification", model="Product identification",
    revision="Product revision level",
)  # fmt: skip

# A loop over disks prints the name of each before its page.
_BEGIN = (
    rf"^(?:(?:[^\n]{{0,80}}?[ \t\"'=:])?{_NODE}[ \t\"':=*#-]{{0,60}}\n(?:[ \t]*\n){{0,2}})?"
    r"(?:standard INQUIRY:|(?:VPD INQUIRY: )?Device Identification (?:VPD )?page\b)"
)

READERS = (
    Family("linux", _rows).reader(
        "linux-sg-utils", "sg_inq /dev/sdb; sg_vpd -p di /dev/sdb",
        by_pattern(
            "standard INQUIRY or a page of vital product data: sg3_utils",
            (92, r"^standard INQUIRY:[ \t]*(?:\[[^\]\n]{1,80}\][ \t]*)?$"), (92, r"^(?:VPD INQUIRY: )?Device Identification (?:VPD )?page\b"),
            (92, r"^(?:VPD INQUIRY: )?(?:Supported VPD pages|Unit serial number|Block limits) (?:VPD )?page(?: \(SBC\))?:?[ \t]*$"),
        ),
        HOST, _DEVICE, needles=("standard INQUIRY:| page",), begins=_BEGIN, trust=55,
    ),
)  # fmt: skip
