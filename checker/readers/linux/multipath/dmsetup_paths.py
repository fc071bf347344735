"""Paths in the lines of the device mapper about a multipath map: of its table, and of its status.

::

    1 queue_if_no_path 1 alua 2 1 service-time 0 2 2 8:16 1 1 8:32 1 1 service-time 0 1 2 8:48 1 1
    2 0 0 0 2 1 A 0 2 0 8:16 A 0 8:32 F 4 E 0 1 0 8:48 A 0

Every list begins with the number of its words. Paths are known by the numbers of their disks, of which the names follow;
paths on other devices than SCSI disks are counted, but not named. Grammar: multipath_ctr and multipath_status in
drivers/md/dm-mpath.c.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from checker.facts import normalise
from checker.readers.linux.block.names import block_device
from checker.readers.toolkit.declared import Facts
from checker.readers.toolkit.fields import const, owner
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.records import TextRow
from checker.readers.toolkit.scsi_numbers import disk_name

_GROUP_STATES = {"A": "active", "E": "enabled", "D": "disabled"}
_NUMBER = re.compile(r"[0-9]{1,4}\Z")


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


def paths(line: int, name: str, text: str, *, status: bool) -> Iterator[TextRow]:
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
            yield TextRow(line, {key: value for key, value in values.items() if value is not None})


@lru_cache(maxsize=4096)
def _device_named(name: str) -> str:
    return block_device(f"/dev/mapper/{name}").device


def device_of(row: TextRow) -> str | None:
    """Return the identity of the map with the name of the row."""
    return _device_named(row.values["Name"])


def alias_of(row: TextRow) -> str | None:
    """Return the name of the map, unless that is its WWID."""
    name = row.values["Name"]
    return None if normalise.device_id(name) else name


PATH = Facts[TextRow](
    "path", needs=("device", "path_name"), distinct=True, host=owner, device=device_of,
    path_name=lambda row: disk_name(row.values["numbers"]), path_group="group", group_state="group state",
    # The kernel also calls standby paths active, as long as they have not failed.
    state=lambda row: "dead" if row.text("active") == "F" else None, plugin=const("dm-multipath"),
)  # fmt: skip
OWNER = Facts[TextRow](
    "device_owner", needs="device", distinct=True, host=owner, device=device_of, multipath_owner=const("dm-multipath")
)
