"""Lines of the device mapper about a multipath map, with its paths: of its table, and of its status.

::

    1 queue_if_no_path 1 alua 2 1 service-time 0 2 2 8:16 1 1 8:32 1 1 service-time 0 1 2 8:48 1 1
    2 0 0 0 2 1 A 0 2 0 8:16 A 0 8:32 F 4 E 0 1 0 8:48 A 0

Every list begins with the number of its words. Paths are known by the numbers of their disks, of which the names follow;
paths on other devices than SCSI disks are counted, but not named. ``dmsetup table mpatha`` prints no name of the map.
Grammar: multipath_ctr and multipath_status in drivers/md/dm-mpath.c.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from checker.facts import normalise
from checker.readers.linux.block.names import block_device
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts, Source
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TypedRow
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.scsi_numbers import disk_name

LINE = re.compile(
    r"\s*(?:(?P<name>\S{1,128}): )?(?P<start>[0-9]{1,18}) (?P<sectors>[0-9]{1,18}) (?P<target>[a-z][a-z0-9_-]{1,30})(?: (?P<words>.*))?\Z"
)
"""A line about a map: its name, its first sector and their number, the target, and the words of the target."""
_GROUP_STATES = {"A": "active", "E": "enabled", "D": "disabled"}
_NUMBER = re.compile(r"[0-9]{1,4}\Z")
_SECTOR = 512


class CutError(ValueError):
    """The line ends inside a list, or has another grammar."""


class _Words:
    def __init__(self, text: str) -> None:
        self._words = iter(text.split())

    def word(self) -> str:
        found = next(self._words, None)
        if found is None:
            raise CutError
        return found

    def number(self) -> int:
        found = self.word()
        if not _NUMBER.match(found):
            raise CutError
        return whole(found)

    def listed(self) -> list[str]:
        """Return the words of a list that begins with their number."""
        return [self.word() for _ in range(self.number())]


def _table_group(words: _Words) -> tuple[str | None, Callable[[int], str | None]]:
    if not re.match(r"[a-z]", words.word()):
        raise CutError
    words.listed()

    def path(arguments: int) -> None:
        for _ in range(arguments):
            words.word()

    return None, path


def _status_group(words: _Words) -> tuple[str | None, Callable[[int], str | None]]:
    state = _GROUP_STATES.get(words.word())
    if state is None:
        raise CutError
    words.listed()

    def path(arguments: int) -> str:
        active = words.word()
        if active not in ("A", "F"):
            raise CutError
        words.number()
        for _ in range(arguments):
            words.word()
        return active

    return state, path


def map_in_command(capture: Capture, what: str) -> str:
    """Return the name of the map in ``dmsetup table mpatha``; '' if the command names none."""
    found = re.search(rf"dmsetup\s+{what}\s(?:.*\s)?([^-\s]\S{{0,127}})\s*\Z", capture.command or "")
    return found.group(1) if found else ""


def map_row(line: int, name: str, found: re.Match[str]) -> TypedRow:
    """Return the row of a map from a match of :data:`LINE`; a target that begins after the first sector is not the whole map."""
    return TypedRow(line, {"Name": name, "sectors": found["sectors"] if found["start"] == "0" else ""}, type="map")


def paths(line: int, name: str, text: str, *, status: bool) -> Iterator[TypedRow]:
    """Yield the paths of a map, with the number and the state of their group.

    Args:
        line: number of the line.
        name: name of the map.
        text: the line after the word ``multipath``.
        status: TRUE for a line of ``dmsetup status``, FALSE for one of ``dmsetup table``.

    Raises:
        CutError: the line is incomplete; paths before the damage have been yielded.
    """
    words = _Words(text)
    words.listed()
    words.listed()
    groups, _ = words.number(), words.number()
    for group in range(1, groups + 1):
        state, read_path = (_status_group if status else _table_group)(words)
        count, arguments = words.number(), words.number()
        for _ in range(count):
            numbers = words.word()
            active = read_path(arguments)
            values = {"Name": name, "numbers": numbers, "group": str(group), "group state": state, "active": active}
            yield TypedRow(line, {key: value for key, value in values.items() if value is not None}, type="path")


@lru_cache(maxsize=4096)
def _device_named(name: str) -> str:
    return block_device(f"/dev/mapper/{name}").device


def device_of(row: TypedRow) -> str | None:
    """Return the identity of the map with the name of the row."""
    return _device_named(row.values["Name"])


def alias_of(row: TypedRow) -> str | None:
    """Return the name of the map, unless that is its WWID."""
    name = row.values["Name"]
    return None if normalise.device_id(name) else name


def _bytes(row: TypedRow) -> int | None:
    sectors = row.number("sectors")
    return None if sectors is None else sectors * _SECTOR


MAP: dict[str, Source[Any]] = {
    "host": owner, "device": device_of, "alias": alias_of, "size_bytes": _bytes, "multipath_owner": const("dm-multipath"),
}  # fmt: skip
"""What a line states about its map."""
PATH = Facts[TypedRow](
    "path", needs=("device", "path_name"), distinct=True, host=owner, device=device_of,
    path_name=lambda row: disk_name(row.values["numbers"]), path_group="group", group_state="group state",
    # The kernel also calls standby paths active, as long as they have not failed.
    state=lambda row: "dead" if row.text("active") == "F" else None, plugin=const("dm-multipath"),
)  # fmt: skip
OWNER = Facts[TypedRow](
    "device_owner", needs="device", distinct=True, host=owner, device=device_of, multipath_owner=const("dm-multipath")
)
