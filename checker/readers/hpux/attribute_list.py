"""Attributes of all disks of HP-UX 11i v3, one line each: ``scsimgr -p get_attr all_lun -a device_file -a wwid``.

Sample; the order is that of the arguments, and other attributes may follow::

    /dev/rdisk/disk14:0x60060e8000000001000000000000a001:OPEN-V

The device file and the identity of the LUN are recognised by their form. Tapes and the LUNs of controllers (``/dev/pt/``) are
skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.hpux.hardware_path import disk_name
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import note_truncated, printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, device_id, of_owner, owner
from checker.readers.toolkit.declarations.records import TextRow

_FILE = re.compile(r"/dev/\S+\Z")
_IDENTITY = re.compile(r"0x(?:[0-9A-Fa-fxX#*]{16}|[0-9A-Fa-fxX#*]{32})\Z")
_OTHER = re.compile(shell_noise("scsimgr"))
_DETECT = (
    r"^[ \t]*(?:[^:\n]{1,80}:){0,8}/dev/r?(?:disk|dsk)/\w{1,30}:(?:[^:\n]{0,80}:){0,8}0x(?:[0-9a-fA-F]{16}|[0-9a-fA-F]{32})(?::|[ \t]*$)"
    r"|^[ \t]*(?:[^:\n]{0,80}:){0,8}0x(?:[0-9a-fA-F]{16}|[0-9a-fA-F]{32}):(?:[^:\n]{0,80}:){0,8}/dev/r?(?:disk|dsk)/\w{1,30}(?::|[ \t]*$)"
)
_LONGEST_LINE = 1000


def _disks(capture: Capture, out: Writer) -> Iterator[TextRow]:
    columns, cut = 0, 0
    for number, line in printed(capture, _LONGEST_LINE):
        cells = [cell.strip() for cell in line.strip().split(":")]
        file = next((cell for cell in cells if _FILE.match(cell)), None)
        if file is None:
            if not _OTHER.match(line.strip()):
                out.unread(number)
            continue
        columns = columns or len(cells)
        cut = 0
        if len(cells) < columns:
            cut = number
            continue
        identity = next((cell for cell in cells if _IDENTITY.match(cell)), "")
        if disk := disk_name(file):
            yield TextRow(number, {"disk": disk, "wwid": identity})
    note_truncated(out, cut, "disk")


READERS = (
    Family("hpux", _disks).reader(
        "hpux-scsimgr-attributes", "scsimgr -p get_attr all_lun -a device_file -a wwid",
        by_pattern("device files and WWIDs of scsimgr -p", (93, _DETECT)),
        Facts[TextRow]("host", needs="host", distinct=True, host=owner, platform=const("hpux")),
        Facts[TextRow](
            "device", needs="device", place=of_owner("disk"), host=owner, device=device_id("wwid"), kernel_name="disk",
        ),
        needles=("/dev/", ":0x|0x"), verified=False,
    ),
)  # fmt: skip
