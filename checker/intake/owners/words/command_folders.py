"""Names of folders that consist of a command and a machine: multipath_-ll_db01, lsblk_db01."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection

from checker.intake.owners.words.file_names import of_words
from checker.intake.owners.words.path_words import GENERIC

_WORD = re.compile(r"[^-_ .@+~=]+")
_LONGEST_OPTION = 2
_OPTION = re.compile(r"[_ ]--?\Z")


def without_commands(folders: Collection[tuple[str, frozenset[str]]]) -> dict[str, str]:
    """Return the machine of each folder that is named after it and its command, if two folders or more have one machine.

    Args:
        folders: the names of folders with the words of the commands of their files.
    """
    machines: defaultdict[str, set[str]] = defaultdict(set)
    for folder, own in folders:
        machine = _without_command(folder, own)
        if machine != folder:
            machines[machine].add(folder)
    if all(len(found) == 1 for found in machines.values()):
        return {}
    return {folder: machine for machine, found in machines.items() for folder in found}


def _without_command(folder: str, own: frozenset[str]) -> str:
    """Return the name of a folder without the words of a command at its beginning or its end; of a name that is all command, the folder."""
    found = list(_WORD.finditer(folder))
    words = [match.group().lower() for match in found]

    def is_command(index: int) -> bool:
        word, before = words[index], words[index - 1] if index else ""
        return of_words(own).fullmatch(word) is not None or f"{before} {word}" in own

    def is_own(index: int) -> bool:
        # An option of the command, whatever its value: _-v3, _--all; db01-a is a machine.
        is_option = len(words[index]) <= _LONGEST_OPTION and _OPTION.search(folder[: found[index].start()]) is not None
        # A general word with a number is a machine: lsblk_log-01.
        is_numbered = index + 2 == len(words) and words[index + 1].isdigit()
        return is_command(index) or (words[index] in GENERIC and not is_numbered) or is_option

    first, end = 0, len(words)
    while first < end and is_own(first):
        first += 1
    if not any(map(is_command, range(first))):
        # log-01_lsblk: a general word may begin the name of the machine.
        first = 0
        while end and is_own(end - 1):
            end -= 1
        if not any(map(is_command, range(end, len(words)))):
            return folder
    if first == end:
        return folder
    return folder[found[first].start() : found[end - 1].end() if end < len(words) else len(folder)]
