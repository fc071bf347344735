"""Names of folders: a date, a kind of thing, a command, or what may name a machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from checker.intake.owners.words.file_names import SIDE, TOKEN, NamedFile, is_device, is_option, of_words
from checker.intake.owners.words.path_words import (
    DAY,
    DAY_FIRST,
    FOLDERS,
    GENERIC,
    command_words,
    is_phase,
    is_place,
    without_noise,
)
from checker.intake.owners.words.stems import abbreviates
from checker.readers.toolkit.base import word_list

_PLATFORMS = frozenset(word_list("linux esxi esx vmware windows aix hpux solaris brocade cisco mds hosts servers unix"))

_SERIAL = 9
"""Digits from which a number is that of a machine."""
_YEAR = re.compile(r"20\d\d")
_VSAN = re.compile(r"(?<=[^\W_])[-_. ]vsan[-_ ]?\d{1,4}(?![^\W_])", re.IGNORECASE)
"""What a command of a switch is asked about: show_zoneset_active_vsan_10."""
_QUESTION = re.compile(r"(?:show|list|get|display)(?:[-_. ]+[^\W\d_]+)+", re.IGNORECASE)
"""A command that is written as one says it, without a number: show_host-wwn-names."""


def undated(folder: str) -> str:
    """Return the name of a folder without dates and numbers of tickets, and without the hole that they leave in it; the name itself if nothing is left."""
    found = without_noise(folder)
    return folder if found in ("", folder) else re.sub(r"([-_.])[-_.]* [-_. ]*", r"\1", found)


def is_date(folder: str) -> bool:
    """Whether a folder is named after a date alone."""
    return not re.search(r"[^\W_]", DAY_FIRST.sub(" ", DAY.sub(" ", folder)))


def places_in(folders: Sequence[str], noun: str) -> tuple[str, ...]:
    """Return the folders that are named after a place or a year: dc1 and dc2, 2024 and 2025 may have machines of equal names.

    Folders A and B of arrays are those of controllers.
    """
    return tuple(
        folder
        for folder in folders
        if _YEAR.fullmatch(folder) or (is_place(folder) and not (noun == "array" and folder.lower() in ("a", "b")))
    )


@cache
def is_category(folder: str) -> bool:
    """Whether a folder is named after a kind of thing, a command or a date, not after a machine."""
    rest = without_noise(folder)
    if is_place(rest) or is_phase(rest) or rest.lower() in FOLDERS or _QUESTION.fullmatch(rest):
        return True
    if SIDE.search(rest):
        return False
    words = [
        word
        for match in TOKEN.finditer(_VSAN.sub(" ", rest))
        if not is_option(word := match.group().lower(), rest, match.start()) or word in command_words()
    ]
    if not all(word.isdigit() or word in command_words() or word in GENERIC or word in _PLATFORMS for word in words):
        return False
    # A number makes a machine of a general word (node-1), but not of nothing: 20260102, 01. A long one is a serial number.
    numbers = [word for word in words if word.isdigit()]
    return not numbers or (len(numbers) == len(words) and all(len(word) < _SERIAL for word in numbers))


def is_program_with_options(folder: str, file: NamedFile) -> bool:
    """Whether a folder is named after the program of a file in it with options and what they ask about.

    These are letters, numbers after them, words of the command and devices: showvlun_a, mpclaim_s_d_0, ioscan_m_lun, fcmsutil_dev_fcd0.
    """
    program, *words = re.split(r"[-_. ]+", folder.lower())
    if not file.program or program != file.program or not words:
        return False
    own = of_words(file.words)
    last = program
    for word in words:
        is_asked = is_device(word) or own.fullmatch(word) or (len(word) == 1 and word.isalpha())
        if not (is_asked or (len(last) == 1 and re.fullmatch(r"[0-9]{1,3}", word)) or word == "dev"):
            return False
        last = word
    return last != "dev"


def is_own_command(folder: str, file: NamedFile) -> bool:
    """Whether a folder is named after the command of a file in it, also with options, its words run together, or in short for arrays: showvlun_a, GetDisk, vd."""
    if is_program_with_options(folder, file):
        return True
    words, name = file.words - {file.platform}, re.sub(r"[-_. ]+", "", folder.lower())
    run_together = of_words(frozenset(word.replace(" ", "") for word in words))
    # A command may be written with its platform: powerpath-display.
    is_command = any(run_together.fullmatch(one) for one in (name, name.removeprefix(file.platform)))
    return is_command or (file.noun == "array" and abbreviates(name, words))
