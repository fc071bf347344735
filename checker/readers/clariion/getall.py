"""All commands in one: naviseccli ``getall``, several megabytes, the output of the other commands in sequence.

::

    Server IP Address:       192.0.2.10
    Agent Rev:           7.33.1 (0.38)

    All logical Units Information
    -----------------------------

    LOGICAL UNIT NUMBER 186
    Name                        LUN_186
    Current owner:              SP A

Scripts that run several commands in a row print the same. The text is cut where a line begins a section that another
command prints; sections without facts are skipped.
"""

from __future__ import annotations

import re
from itertools import chain, pairwise

from checker.facts.observations import Writer
from checker.readers.clariion import array, disks, hardware, luns, ports, processors, storage_groups
from checker.readers.clariion.lines import Entry, Section, entries
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.toolkit.relayout import provides_of

_DISK = re.compile(r"Bus[ \t]+[0-9]{1,3}[ \t]+Enclosure[ \t]+[0-9]{1,3}[ \t]+Disk[ \t]+[A-Z]?[0-9]{1,3}\Z")
_HEADLINE = re.compile(
    r"(?m)^[ \t]*(?:All logical Units Information|All RAID Groups Information|Snap View Information|"
    r"Port(?:s)? Information|.{0,40}\bCRU Information|Disks? Information|"
    r"All (?:Thin )?(?:LUN|Pool|Storage Pool|Disk|Storage Group)s?\b[^\n:]{0,40}Information)"
)
# First lines of the commands' objects; a text with several of them is the output of a script.
_KINDS = tuple(
    re.compile(rf"(?m)^[ \t]*{pattern}")
    for pattern in (
        "Agent Rev:", "System Fault LED:", "(?:Vendor Id|Hot Spare):", "RaidGroup ID:", "LOGICAL UNIT NUMBER [0-9]",
        "Storage Group Name:", "(?:HBA UID|SP UID):", "Pool ID:", "Signature For The SP:",
    )
)  # fmt: skip
COMMANDS = tuple(
    reader
    for module in (array, processors, ports, luns, storage_groups, disks, hardware)
    for reader in module.READERS
)  # fmt: skip
_READERS = {reader.name.removeprefix("clariion-"): reader for reader in COMMANDS}
_BY_KEY = {
    "agent rev": "getagent",
    "storage group name": "storagegroup-list",
    "hba uid": "port-list",
    "information about each hba": "port-list",
    "information about each spport": "port-list",
    "system fault led": "getcontrol",
    "prct dirty cache pages": "getcontrol",
    "storage processor": "networkadmin",
}
_SP_KEYS = ("cabinet", "signature for the sp", "revision number for the sp", "serial number for the sp")
_END = Entry(0, "", "")


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if re.match(r"\s*(?:[-=]{3,}\s*)?Server IP Address:", head) and (_HEADLINE.search(head) or "Agent Rev:" in head):
        return Detection(97, "the output of naviseccli getall")
    if _HEADLINE.search(head) and "LOGICAL UNIT NUMBER" in head:
        return Detection(96, "headlines of naviseccli getall")
    kinds = sum(bool(pattern.search(head)) for pattern in _KINDS)
    if kinds > 1:
        return Detection(96, f"the output of {kinds} naviseccli commands below each other")
    return None


def _section(entry: Entry, next_key: str, current: str | None) -> str | None:
    """Return the reader of the section that a line begins: '' if no reader reads it, None if the line begins none."""
    if entry.key in _BY_KEY:
        return _BY_KEY[entry.key]
    # A LUN names its RAID group in the same words.
    if entry.key == "raidgroup id" and next_key in ("raidgroup type", "raidgroup state"):
        return "getrg"
    if entry.key == "pool name" and next_key == "pool id":
        return "storagepool-list"
    if entry.key == "sp name" and current != "port-list":
        return "port-list"
    if entry.key:
        return None
    if entry.value.upper().startswith("LOGICAL UNIT NUMBER"):
        return "getlun"
    # RAID groups and pools list their disks in the same words, without a key below them.
    if _DISK.match(entry.value) and next_key in ("vendor id", "state", "lun"):
        return "getdisk"
    if re.fullmatch(r"SP [AB]", entry.value) and next_key in _SP_KEYS:
        return "getsp"
    return "" if entry.value.endswith(("Information", "information")) else None


def _read(capture: Capture, out: Writer) -> None:
    sections: dict[str, PackedList[Entry]] = {}
    states: PackedList[Entry] = PackedList()
    current: str | None = None
    for entry, following in pairwise(chain(entries(capture), (_END,))):
        begins = _section(entry, following.key, current)
        if begins is not None:
            current = begins
            if entry.value.endswith(("Information", "information")):
                continue
        if current:
            sections.setdefault(current, PackedList()).append(entry)
        elif hardware.is_part(entry):
            states.append(entry)
    for name, found in (*sections.items(), ("getcrus", states)):
        _READERS[name].read(Section("", owner=capture.owner, entries=found), out)


READERS = (
    Reader(
        name="clariion-getall", platform="clariion", command="naviseccli getall", provides=provides_of(COMMANDS),
        detect=_detect, read=_read, also=tuple(reader.command for reader in COMMANDS), needles=("Information|Agent Rev|System Fault|Hot Spare|Vendor Id|RaidGroup|LOGICAL UNIT|Storage Group|UID:|Pool ID|Signature",), owner_in=array.agent_serial,
    ),
)  # fmt: skip
