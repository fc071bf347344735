"""All commands in one: naviseccli ``getall``, several megabytes, the output of the other commands in sequence.

::

    Server IP Address:       192.0.2.10
    Agent Rev:           7.33.1 (0.38)

    All logical Units Information
    -----------------------------

    LOGICAL UNIT NUMBER 186
    Name                        LUN_186
    Current owner:              SP A

Scripts that run several commands in a row print the same. The text is cut where a line begins a section that another command prints; sections without facts are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from checker.facts.observations import Writer
from checker.readers.clariion import array, disks, hardware, luns, ports, processors, storage_groups
from checker.readers.clariion.lines import Entry, entries
from checker.readers.toolkit.base import Capture, Detection, Reader

_Writer = Callable[[Iterable[Entry], Capture, Writer], None]
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
        "Agent Rev:",
        "System Fault LED:",
        "(?:Vendor Id|Hot Spare):",
        "RaidGroup ID:",
        "LOGICAL UNIT NUMBER [0-9]",
        "Storage Group Name:",
        "(?:HBA UID|SP UID):",
        "Pool ID:",
        "Signature For The SP:",
    )
)
_BY_KEY: dict[str, _Writer | None] = {
    "agent rev": array.write_agent,
    "storage group name": storage_groups.write_groups,
    "hba uid": ports.write_ports,
    "information about each hba": ports.write_ports,
    "information about each spport": ports.write_ports,
    "system fault led": processors.write_settings,
    "prct dirty cache pages": processors.write_settings,
    "storage processor": processors.write_network,
}


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


def _section(entry: Entry, following: Entry | None, current: _Writer | None) -> tuple[bool, _Writer | None]:
    """Return whether a line begins a section, and the writer of that section."""
    if entry.key in _BY_KEY:
        return True, _BY_KEY[entry.key]
    # A LUN names its RAID group in the same words.
    if entry.key == "raidgroup id" and following is not None and following.key in ("raidgroup type", "raidgroup state"):
        return True, disks.write_groups
    if entry.key == "pool name" and following is not None and following.key == "pool id":
        return True, disks.write_pools
    if entry.key == "sp name" and current is not ports.write_ports:
        return True, ports.write_ports
    if entry.key:
        return False, None
    if entry.value.upper().startswith("LOGICAL UNIT NUMBER"):
        return True, luns.write_luns
    # RAID groups and pools list their disks in the same words, without a key below them.
    if _DISK.match(entry.value) and following is not None and following.key in ("vendor id", "state", "lun"):
        return True, disks.write_disks
    if re.fullmatch(r"SP [AB]", entry.value) and following is not None and following.key in _SP_KEYS:
        return True, processors.write_processors
    if entry.value.endswith("Information") or entry.value.endswith("information"):
        return True, None
    return False, None


_SP_KEYS = ("cabinet", "signature for the sp", "revision number for the sp", "serial number for the sp")


def _read(capture: Capture, out: Writer) -> None:
    entries_of: dict[_Writer, list[Entry]] = {}
    states: list[Entry] = []
    current: _Writer | None = None
    previous: Entry | None = None

    def take(entry: Entry, following: Entry | None) -> None:
        nonlocal current
        begins, writer = _section(entry, following, current)
        if begins:
            current = writer
            if entry.value.endswith(("Information", "information")):
                return
        if current is not None:
            entries_of.setdefault(current, []).append(entry)
        elif hardware.is_part(entry):
            states.append(entry)

    for entry in entries(capture):
        if previous is not None:
            take(previous, entry)
        previous = entry
    if previous is not None:
        take(previous, None)
    for writer, found in entries_of.items():
        writer(found, capture, out)
    hardware.write_parts(states, capture, out)


def _provides() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for module in (array, processors, ports, luns, storage_groups, disks, hardware):
        for reader in module.READERS:
            for kind, columns in reader.provides.items():
                found.setdefault(kind, {}).update(dict.fromkeys(columns))
    return {kind: tuple(columns) for kind, columns in found.items()}


READERS = (
    Reader(
        name="clariion-getall",
        platform="clariion",
        command="naviseccli getall",
        provides=_provides(),
        detect=_detect,
        read=_read,
        needles=(":",),
        owner_in=array.agent_serial,
    ),
)
