"""Names of files that are one plain word: it may say what the file is for (``left.txt``, ``prod.txt``), or be a machine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

from checker.intake.owners.queries import kind_of
from checker.intake.owners.words.file_names import NamedFile
from checker.intake.owners.words.path_words import PURPOSES
from checker.intake.owners.words.stems import Stem


def doubtful(
    names: Mapping[int, str],
    files: Sequence[NamedFile],
    stems: Sequence[Stem],
    places: Sequence[object],
    stated: Set[str],
) -> list[int]:
    """Return the files whose names are plain words that no other file confirms.

    A word is that of a machine if a file of another format in the same place has it, too, or an export states it. If files of
    one format have other words, what varies is the machine, unless the word is one for sides, environments or conditions.

    Args:
        names: the owners by path, by position.
        files: all files.
        stems: their names taken apart.
        places: the folder that each file is in, without those that are named after commands.
        stated: names in lower case that exports state, without their domains.
    """
    users: defaultdict[tuple[object, ...], set[tuple[object, ...]]] = defaultdict(set)
    varying: defaultdict[tuple[object, ...], set[str]] = defaultdict(set)
    for one, name in names.items():
        kind = kind_of(files[one], stems[one])
        users[places[one], name.lower()].add(kind)
        varying[places[one], kind].add(name.lower())
    found = []
    for one, name in names.items():
        word, stem = name.lower(), stems[one]
        if not word.isalpha() or word != stem.name.lower() or word in stated:
            continue
        is_purpose = word in PURPOSES
        if (is_purpose or word == stem.text.lower()) and len(users[places[one], word]) == 1:
            others = varying[places[one], kind_of(files[one], stem)] - {word}
            if is_purpose or not others:
                found.append(one)
    return found
