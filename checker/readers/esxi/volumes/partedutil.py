"""``partedUtil getptbl <disk>`` and the older ``partedUtil get <disk>``.

    /vmfs/devices/disks/naa.6000144000000010aa00000000000001
    gpt
    16970 255 63 272629760
    1 2048 272629726 AA31E02A400F11DB9590000C2911D1B8 vmfs 0

Second line: cylinders, heads, sectors per track, sectors; then number, first and last sector, type GUID, type name and
attribute. A msdos table prints the type number instead of GUID and name; ``get`` prints no label line. Sectors are
512 bytes. The output does not name the disk; the command or a path before the table does.
Grammar: formats-hosts.md section 1.5.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.blocks import note_truncated

_SECTOR = 512
_LABEL = re.compile(r"(gpt|msdos|unknown|loop|bsd|sun|mac|amiga|dvh)\Z")
_GEOMETRY = re.compile(r"\d{1,12} \d{1,6} \d{1,6} \d{1,18}\Z")
_GPT_ROW = re.compile(r"(\d{1,4}) (\d{1,18}) (\d{1,18}) ([0-9A-Fa-f]{32}) (\S+) (\d{1,18})\Z")
_MSDOS_ROW = re.compile(r"(\d{1,4}) (\d{1,18}) (\d{1,18}) (\d{1,3}) (\d{1,6})\Z")
_DISK = re.compile(r"/(?:vmfs/devices/disks|dev/disks)/+((?:\\.|[^\s\"'\\;|)])+)")
_ANY_GEOMETRY = re.compile(r"^[ \t]*\d{1,12} \d{1,6} \d{1,6} \d{1,18}[ \t]*$", re.MULTILINE)
_BLOCK = re.compile(
    r"^ *(?:gpt|msdos|unknown)[ \t]*\n(?:[ \t]*\n)?[ \t]*\d+[ \t]+\d+[ \t]+\d+[ \t]+\d+[ \t]*$"
    r"|^ *\d+ +255 +63 +\d+[ \t]*\n(?:[ \t]*\n)?[ \t]*\d+ +\d+ +\d+ +\d+ +\d+[ \t]*$",
    re.MULTILINE,
)
_BLOCK_WORDS = ("gpt", "msdos", "unknown", " 255 ")
# VMware type GUIDs from partedUtil showGuids; the others from the UEFI specification, table 5-7, and the Linux
# Discoverable Partitions Specification.
_GPT_ROLES = {
    "AA31E02A400F11DB9590000C2911D1B8": "vmfs",
    "9D27538040AD11DBBF97000C2911D1B8": "diagnostic",
    "9198EFFC31C011DB8F78000C2911D1B8": "system",  # vmwareReserved
    "4EB2EA3978554790A79EFAE495E21F8D": "system",  # vmfsl: the OS data volume of ESXi 7
    "381CFCCC728811E092EE000C2911D0B2": "data",  # vsan
    "C12A7328F81F11D2BA4B00A0C93EC93B": "efi",
    "E3C9E3160B5C4DB8817DF92DF00215AE": "msr",
    "EBD0A0A2B9E5443387C068B6B72699C7": "data",
    "0FC63DAF848347728E793D69D8477DE4": "data",
    "0657FD6DA4AB43C484E50933C84B4F4F": "swap",
    "E6D6D379F50744C2A23C238F2A3DF928": "lvm",
    "2168614864496E6F744E656564454649": "bios-boot",
}
_MSDOS_ROLES = {
    251: "vmfs", 252: "diagnostic", 0: "empty", 5: "extended", 15: "extended", 133: "extended", 130: "swap", 142: "lvm",
    239: "efi", 131: "data", 7: "data", 6: "data", 4: "data", 11: "data", 12: "data", 14: "data",
}  # fmt: skip
_COLUMNS = word_list("""
    host device partition start_bytes start_sector sector_bytes size_bytes partition_type role label_type exact
""")  # fmt: skip


class _Tables:
    def __init__(self, capture: Capture, out: Writer) -> None:
        self._capture = capture
        self._out = out
        self._disk: str | None = None
        self._label: str | None = None
        self._noted = False
        self._host_written = False

    def read(self) -> None:
        command = self._capture.command or ""
        # The pattern or variable of a loop over disks does not identify a disk.
        if not re.search(r"[*?$]", command):
            self._name_disk(command, self._capture.first_line)
        last = self._capture.first_line + self._capture.text.count("\n")
        used = labelled = False
        for line, text in self._capture.lines():
            row = " ".join(text.split())
            if row and self._name_disk(text, line):
                used = labelled = False
            elif not row:
                continue
            elif _LABEL.match(row):
                self._begin(line, None if used else self._disk, row)
                used = labelled = True
            elif _GEOMETRY.match(row):
                if not labelled:
                    self._begin(line, None if used else self._disk, None)
                used, labelled = True, False
            elif not self._row(line, row, last):
                if line == last and self._out.records:
                    note_truncated(self._out, line, "partition row")
                elif not listing.is_noise(text):
                    self._out.unread(line)

    def _begin(self, line: int, disk: str | None, label: str | None) -> None:
        """Begin a table; the name of a disk applies to one table only."""
        self._disk, self._label = disk, label
        if not self._host_written:
            self._out.add("host", line, host=self._capture.owner, platform="esxi")
            self._host_written = True

    def _name_disk(self, text: str, line: int) -> bool:
        found = _DISK.findall(text[:4096])
        if not found:
            return False
        name = found[-1].replace("\\", "").rstrip(":")
        self._disk = normalise.device_id(name)
        if self._disk is None:
            self._out.device_id(name, line, "partition")
        return True

    def _row(self, line: int, row: str, last: int) -> bool:
        gpt, msdos = _GPT_ROW.match(row), _MSDOS_ROW.match(row)
        found = gpt or msdos
        if found is None or not self._host_written:
            return False
        if line == last and not self._capture.text.endswith("\n") and gpt is None and self._label == "gpt":
            return False
        start, end = int(found.group(2)), int(found.group(3))
        if end < start:
            self._out.bad_value("partition", "size_bytes", row, line, self._disk or "")
        if gpt:
            shown, role = gpt.group(5), _GPT_ROLES.get(gpt.group(4).upper())
        else:
            shown, role = found.group(4), _MSDOS_ROLES.get(int(found.group(4)))
        if self._disk is None and not self._noted:
            self._noted = True
            self._out.note(
                line, "the disk of this partition table is unknown; include the partedUtil command line in the capture"
            )
        self._out.add(
            "partition", line, host=self._capture.owner, device=self._disk, partition=int(found.group(1)),
            start_bytes=start * _SECTOR, start_sector=start, sector_bytes=_SECTOR,
            size_bytes=(end - start + 1) * _SECTOR if end >= start else None, partition_type=shown, role=role,
            label_type=self._label, exact=True,
        )  # fmt: skip
        return True


def _read(capture: Capture, out: Writer) -> None:
    _Tables(capture, out).read()


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    echoed = "partedUtil get" in head or "partedUtil get" in (capture.command or "")
    # Testing a block for these words costs a hundredth of matching each line.
    block = any(word in head for word in _BLOCK_WORDS) and _BLOCK.search(head)
    if not block and not (echoed and _ANY_GEOMETRY.search(head)):
        return None

    def known(line: str) -> bool:
        row = " ".join(line.split())
        patterns = (_LABEL, _GEOMETRY, _GPT_ROW, _MSDOS_ROW)
        return bool(_DISK.search(line[:4096]) or any(pattern.match(row) for pattern in patterns))

    share = listing.known_share(capture.head.split("\n"), known)
    if share < 0.5:
        return None
    return Detection(90 if share >= 0.8 else 60, "partedUtil table: label, geometry, partitions")


READERS = (
    Reader(
        name="esxi-partedutil", platform="esxi", command="partedUtil getptbl",
        provides={"host": ("host", "platform"), "partition": _COLUMNS}, detect=_detect, read=_read,
    ),
)  # fmt: skip
