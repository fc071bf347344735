"""SCSI devices by ``cat /proc/scsi/scsi``.

::

    Attached devices:
    Host: scsi3 Channel: 00 Id: 01 Lun: 04
      Vendor: EMC      Model: Invista          Rev: 5200
      Type:   Direct-Access                    ANSI  SCSI revision: 04

The file has no names of disks: a disk is known by its address, which other exports of the host give a name. Written by
drivers/scsi/scsi_proc.c, which still prints it where the kernel has CONFIG_SCSI_PROC_FS.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.host import HOST
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import note_truncated, printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import number, owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole

_ADDRESS = re.compile(
    r"[ \t]*Host: scsi([0-9]{1,5})[ \t]+Channel: ([0-9]{1,5})[ \t]+Id: ([0-9]{1,9})[ \t]+Lun: ([0-9]{1,18})\Z"
)
_PRODUCT = re.compile(r"[ \t]*Vendor:[ \t]?(.{0,8}?)[ \t]+Model:[ \t]?(.{0,40}?)[ \t]+Rev:[ \t]*(.{0,16})\Z")
_TYPE = re.compile(r"[ \t]*Type:[ \t]+(\S.{0,40}?)[ \t]+ANSI[ \t]+SCSI revision:[ \t]*[0-9a-f]{1,2}(?: CCS)?\Z")
_NOISE = re.compile(shell_noise("cat|more", r"Attached devices:(?: none)?\Z"))
_LONGEST = 200


def _rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    row: TextRow | None = None
    cut = 0
    for line, text in printed(capture, _LONGEST):
        cut = line
        if found := _ADDRESS.match(text):
            address = ":".join(str(whole(part)) for part in found.groups())
            row = TextRow(line, {"address": address, "lun": address.rpartition(":")[2]})
        elif row is not None and (found := _PRODUCT.match(text)):
            row.values.update(
                zip(("vendor", "model", "revision"), (part.strip() for part in found.groups()), strict=True)
            )
        elif row is not None and (found := _TYPE.match(text)):
            row.values["type"] = found.group(1)
            yield row
            row, cut = None, 0
        else:
            cut = 0
            if not _NOISE.match(text.strip()):
                out.unread(line)
    note_truncated(out, cut, "device")


_DISK = Facts[TextRow](
    "device", when=lambda row: row.text("type") == "Direct-Access", needs="device", host=owner,
    device=lambda row: f"block:{row.values['address']}", vendor="vendor", model="model", revision="revision", lun=number("lun"),
)  # fmt: skip
_BEGIN = r"^[ \t]*Host: scsi[0-9]{1,5}[ \t]+Channel: [0-9]{1,5}[ \t]+Id: [0-9]{1,9}[ \t]+Lun: [0-9]"

READERS = (
    Family("linux", _rows).reader(
        "linux-proc-scsi", "cat /proc/scsi/scsi", by_pattern("SCSI devices of /proc/scsi/scsi", (95, _BEGIN)), HOST, _DISK,
        needles=("Channel:", "Lun:"), begins=r"^Attached devices:(?: none)?[ \t]*$", trust=50, advised=False,
    ),
)  # fmt: skip
