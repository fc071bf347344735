"""Words that name machines because they vary between files of one format, or name none because all files have them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import reduce
from operator import and_

from checker.intake.owners.distinct import without_counts, word_before
from checker.intake.owners.words.file_names import NamedFile
from checker.intake.owners.words.folder_names import is_category, is_date
from checker.intake.owners.words.stems import Stem


def with_shared_words(files: Sequence[NamedFile], stems: Sequence[Stem]) -> list[Stem]:
    """Return the stems, those without a name with the words that vary between files of one format, in several formats.

    core_lsblk, core_multipath, edge_lsblk, edge_multipath: two machines, although ``core`` is a word of a command.
    """
    result = list(stems)
    for folders, members in _compared(files):
        # In a folder that may be a machine (db01/lsblk.1), they count the captures of one command.
        is_numbered_folder = (
            bool(folders) and re.search(r"\d", folders[-1]) is not None and not is_category(folders[-1])
        )
        words: defaultdict[str, dict[int, Counter[str]]] = defaultdict(dict)
        for one in members:
            counters = stems[one].counters if is_numbered_folder else ()
            words[files[one].format][one] = Counter(
                token[1]
                for token in stems[one].tokens
                if (token[0] in ("name", "number") and token not in counters) or token[1] in stems[one].foreign
            )
        counted = {
            one: tokens
            for found in words.values()
            for one, tokens in zip(found, without_counts([stems[one].tokens for one in found]), strict=True)
        }
        shared = Counter(word for found in words.values() for word in _varying(found.values()))
        names = {word for word, formats in shared.items() if formats > 1}
        for one in members:
            if not stems[one].name:
                named = replace(stems[one], tokens=tuple(counted[one])).naming(names)
                if not named.name:
                    continue
                word = word_before(named, files[one], named.span[0]) if named.name.isdigit() and named.span else None
                result[one] = named.naming_at(word[2]) if word else named
    return result


def _compared(files: Sequence[NamedFile]) -> Iterator[tuple[tuple[str, ...], list[int]]]:
    """Yield the files that are compared with each other, with the folders that they are in."""
    groups: defaultdict[tuple[tuple[str, ...], tuple[str, ...], str], list[int]] = defaultdict(list)
    for one, file in enumerate(files):
        # Folders called 1 and 2 may be two machines; numbers of their files are not compared with each other.
        folders = tuple(
            folder
            for folder in file.inside[file.given : -1]
            if not is_category(folder) or (folder.isdigit() and not is_date(folder))
        )
        groups[file.root, folders, file.noun].append(one)
    yield from ((folders, members) for (_, folders, _), members in groups.items())


def without_letters(files: Sequence[NamedFile], stems: Sequence[Stem]) -> list[Stem]:
    """Return the stems without letters after the program of a file, which are its options: showvlun_a_arr1, db01_lsscsi_t.

    Letters that distinguish files of one format remain, also in files of other formats: multipath_a, multipath_b, lsscsi_a.
    """
    result = list(stems)
    for _, members in _compared(files):
        formats: defaultdict[str, list[int]] = defaultdict(list)
        for one in members:
            formats[files[one].format].append(one)
        letters = {one: stems[one].letters_after(files[one].program) for one in members}
        needed = {
            token[1]
            for ones in formats.values()
            if not _are_as_many(stems, {one: stems[one].without(letters[one]) for one in ones})
            for one in ones
            for token in letters[one]
        }
        for ones in formats.values():
            options = {one: {token for token in letters[one] if token[1] not in needed} for one in ones}
            left = {one: stems[one].without(options[one]) for one in ones}
            if _are_as_many(stems, left):
                for one in ones:
                    result[one] = left[one]
    return result


def _are_as_many(stems: Sequence[Stem], left: Mapping[int, Stem]) -> bool:
    """Whether stems name as many machines as before, or none any more; numbers may become names when all formats are compared."""
    before = {(stems[one].name.lower(), stems[one].numbers) for one in left}
    # A word of another command may become the name, too: core_lsscsi_t, edge_lsscsi_t.
    after = {(stem.name.lower() or " ".join(sorted(stem.foreign)), stem.numbers) for stem in left.values()}
    names = {name for name, _ in after}
    return len(before) == len(after) and ("" not in names or names == {""})


def without_options(files: Sequence[NamedFile], stems: Sequence[Stem]) -> list[Stem]:
    """Return the stems without words after a command that only the files of its format have, all of them: db01_grep_port_name.

    They are options or arguments if what is left names as many machines, and if other files give the same names.
    """
    result = list(stems)
    for _, members in _compared(files):
        formats: defaultdict[str, list[int]] = defaultdict(list)
        users: defaultdict[str, set[str]] = defaultdict(set)
        for one in members:
            formats[files[one].format].append(one)
            for kind, word, *_ in stems[one].tokens:
                if kind == "name":
                    users[word].add(files[one].format)
        for name, ones in formats.items():
            after = {one: stems[one].after_commands() for one in ones}
            common = reduce(and_, ({word for _, word, *_ in tokens} for tokens in after.values()))
            options = {word for word in common if users[word] == {name}}
            # One file alone may be of another machine; of an array, which is collected as many small files, several
            # words are arguments: showvv_showcols_Name_VV_WWN.
            if not options or (len(ones) == 1 and (files[ones[0]].noun != "array" or len(options) < 2)):
                continue
            left = {one: stems[one].without({token for token in after[one] if token[1] in options}) for one in ones}
            names = {stem.name.lower() for stem in left.values()}
            others = {stems[one].name.lower() for one in members if files[one].format != name}
            if names <= others - {""} and len(names) == len({stems[one].name.lower() for one in ones}):
                for one in ones:
                    result[one] = left[one]
    return result


def without_common_word(stems: Sequence[Stem], stated: Set[str]) -> list[Stem]:
    """Return the stems without the name if all names are one word without a number: acme_ports_dump, acme_luns_dump.

    Nothing distinguishes it from a word for the customer, the task or the collection unless an export states it.
    """
    named = [stem for stem in stems if stem.name]
    words = {stem.name.lower() for stem in named}
    if len(named) < 2 or len(words) > 1 or words & stated or not named[0].name.isalpha():
        return list(stems)
    return [stem.without_names() if stem.name else stem for stem in stems]


def _varying(found: Collection[Counter[str]]) -> set[str]:
    common = reduce(and_, found)
    return {word for words in found for word in words - common}
