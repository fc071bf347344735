"""Spectrum Virtualize REST answers: ``POST /rest/v1/lshost``, ``/rest/v1/lsvdisk`` …, also as collected by Ansible.

::

    [{"id": "0", "name": "esx01", "port_count": "2", "iogrp_count": "4", "status": "online"}]

    {"id": "0", "name": "esx01", "port_count": "2", "type": "generic", "iogrp_count": "4",
     "nodes": [{"WWPN": "10000000C9000001", "node_logged_in_count": "2", "state": "active"}]}

Requests and attributes have the names of the command line, so an answer is read like the detailed view of the command.
An object inside an object becomes the lines that the detailed view repeats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.svc import hardware, load, ports, system, volumes
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.relayout import provides_of, read_as, rearranged

MAX_DEPTH = 6
_READERS = (*volumes.READERS, *ports.READERS, *system.READERS, *load.READERS, *hardware.READERS)
# Attributes that occur together in no other format.
_CERTAIN = (
    "vdisk_UID", "node_logged_in_count", "fc_io_port_id WWPN", "local_wwpn remote_wwpn", "host_io_permitted WWPN",
    "port_count iogrp_count", "IO_group_name mdisk_grp_name", "config_node WWNN", "mdisk_count vdisk_count",
    "node_count vdisk_count host_count", "code_level console_IP", "SCSI_id vdisk_name", "stat_name stat_current",
    "use tech_type enclosure_id", "raid_status raid_level", "total_canisters online_canisters", "enclosure_id PSU_id",
    "enclosure_id canister_id", "enclosure_id battery_id", "enclosure_id fan_module_id",
)  # fmt: skip
_FIRST = ("id", "remote_wwpn", "node_id", "host_id", "enclosure_id", "stat_name")


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not re.search(r"(?m)^[ \t]*[\[{]", head):
        return None
    for words in map(str.split, _CERTAIN):
        if all(f'"{word}"' in head for word in words):
            return Detection(93, f"attributes of the Spectrum Virtualize interface: {', '.join(words)}")
    return None


def _groups(value: object, line: int, depth: int = 0) -> Iterator[list[LocatedDict]]:
    """Yield the lists of objects of an answer; each is the output of one command."""
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        objects = [item for item in value if isinstance(item, LocatedDict)]
        if objects and any(_is_object(item) for item in objects):
            yield objects
        else:
            for item in value:
                yield from _groups(item, line_of(item, line), depth + 1)
    elif isinstance(value, LocatedDict):
        if _is_object(value):
            yield [value]
        else:
            for key, item in value.items():
                if isinstance(item, (LocatedDict, list)):
                    yield from _groups(item, value.key_lines[key], depth + 1)


def _is_object(value: LocatedDict) -> bool:
    return any(key in value and isinstance(value[key], (str, int)) for key in _FIRST)


def _lines(item: LocatedDict) -> Iterator[tuple[int, str]]:
    """Yield the lines of the detailed view of an object, its identity first."""
    first = next((key for key in _FIRST if key in item), None)
    keys = [*([first] if first else []), *(key for key in item if key != first)]
    for key in keys:
        line = item.key_lines[key]
        value = item[key]
        if isinstance(value, list):
            for part in value:
                if isinstance(part, LocatedDict):
                    for inner, text in part.items():
                        yield from _line(part.key_lines[inner], inner, text)
                else:
                    yield from _line(line, key, part)
        else:
            yield from _line(line, key, value)


def _line(line: int, key: str, value: object) -> Iterator[tuple[int, str]]:
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if isinstance(value, (str, int, float)) and re.fullmatch(r"[A-Za-z][\w#/]{0,60}", key):
        yield line, f"{key} {' '.join(str(value).split())}"


def _read(capture: Capture, out: Writer) -> None:
    unknown: int | None = None
    for document in noted_documents(capture.text, capture.first_line, out, strays=False):
        for objects in _groups(document.value, document.line):
            rearranged_capture = rearranged(capture, (line for item in objects for line in _lines(item)))
            if rearranged_capture.places and not read_as(rearranged_capture, _READERS, out):
                unknown = unknown or objects[0].line
    if unknown is not None:
        out.note(unknown, "skipped objects: they match no SVC command that sanlint reads")


def _owner(text: str) -> str | None:
    """Return the name of the system, if the answer is the system itself."""
    head = text[:16_384]
    if '"code_level"' not in head or '"total_mdisk_capacity"' not in head:
        return None
    found = set(re.findall(r'(?:^|[{,])\s*"name"\s*:\s*"([^"\\]{1,63})"', head))
    return found.pop() if len(found) == 1 else None


READERS = (
    Reader(
        name="svc-rest", platform="svc", command="POST /rest/v1/lshost", provides=provides_of(_READERS), detect=_detect,
        read=_read, needles=('"', "{"), owner_in=_owner,
    ),
)  # fmt: skip
