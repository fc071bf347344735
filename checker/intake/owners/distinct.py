"""Names of files in a folder of several machines: longer where files of one format would be the same."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import reduce
from operator import and_

from checker.intake.owners.queries import join_around_commands, kind_of
from checker.intake.owners.words.file_names import NamedFile, of_words
from checker.intake.owners.words.path_words import GENERIC, MACHINES, SUFFIXES, are_things, is_phase
from checker.intake.owners.words.stems import Stem, Token

_COUNT = re.compile(r"[1-9]\d?")


def word_before(stem: Stem, file: NamedFile, start: int) -> Token | None:
    """Return the general word before a number with which it names a machine: log-01, but not multipath_1 or output_1."""
    before = next((token for token in reversed(stem.tokens) if token[3] <= start and token[0] != "object"), None)
    if (
        before is None
        or before[0] != "command"
        # An option of one letter: esxcfg-mpath-b_008.
        or len(before[1]) == 1
        # A log that was rotated: db01_multipath.log.1.
        or (before[1] in SUFFIXES and stem.text[: before[2]].endswith("."))
        or of_words(file.words).fullmatch(before[1])
        or is_phase(f"{before[1]} 1")
    ):
        return None
    if file.noun == "array" and (before[1] in GENERIC or (are_things(before[1]) and before[1] not in MACHINES)):
        return None
    return before


def without_counts(kept: Sequence[Sequence[Token]]) -> list[Sequence[Token]]:
    """Return the words of files of one format without the number that all of them begin with: 01_log-01_lsblk, 01_log-02_lsblk."""
    first = {tokens[0][:2] if len(tokens) > 1 else ("", "") for tokens in kept}
    are_counted = len(kept) > 1 and len(first) == 1 and next(iter(first))[0] == "number"
    return [tokens[1:] if are_counted else tokens for tokens in kept]


def distinct_names(files: Sequence[NamedFile], stems: Sequence[Stem], members: Sequence[int]) -> dict[int, str]:
    """Names of files in a folder of several machines: their own, longer where files of one format would be the same."""
    own = {one: stems[one].name for one in members}
    same: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for one in members:
        same[kind_of(files[one], stems[one]), own[one].lower(), files[one].inside[:-1]].append(one)
    for group in same.values():
        kept = without_counts([[token for token in stems[one].tokens if token[0] != "object"] for one in group])
        counts = [Counter(token[1] for token in tokens) for tokens in kept]
        common = reduce(and_, counts)
        for one, tokens, count in zip(group, kept, counts, strict=True):
            more = [token for token in tokens if count[token[1]] > common[token[1]]]
            varying = [token for token in more if token[0] not in ("command", "side")]
            if len(group) > 1 and not varying and any(token[1] in stems[one].foreign for token in more):
                # crm_db_multipath, crm_app_multipath: the words may be those of two machines, or say what is exported.
                own[one] = ""
            elif len(group) > 1 and varying and _count_captures(varying, stems[one], own[one]):
                # db01_multipath_1, db01_multipath_2: two captures or parts, or two machines.
                own[one] = ""
            elif len(group) > 1 and varying:
                span = stems[one].span or (varying[0][2], varying[-1][3])
                start, end = min(span[0], varying[0][2]), max(span[1], varying[-1][3])
                if stems[one].text[start:end].isdigit() and start:
                    # A number alone is no name: with a general word it is (log-01), otherwise it only counts files.
                    before = word_before(stems[one], files[one], start)
                    start, end = (before[2], end) if before is not None else (0, 0)
                own[one] = stems[one].part(start, end)
    join_around_commands(own, files, stems)
    _restore_words(own, stems)
    # A small number alone counts captures: lsblk1, multipath1; 01 and 02 may be machines.
    return {one: "" if _COUNT.fullmatch(name) else name for one, name in own.items()}


def _count_captures(varying: Sequence[Token], stem: Stem, name: str) -> bool:
    """Whether words follow the command of a file and count what was captured; a number may be the name if there is no other."""
    is_number = all(token[1].isdigit() for token in varying)
    return set(varying) <= set(stem.counters) and bool(name or not is_number)


def _restore_words(own: dict[int, str], stems: Sequence[Stem]) -> None:
    """Name files like others whose longer name they contain: lsblk_san-core-1, path_list_san-core-1, although core is a word of a command."""
    longest = sorted({name.lower() for name in own.values() if name}, key=len, reverse=True)
    for one, name in own.items():
        text = stems[one].text
        for longer in longest if name else ():
            if len(longer) <= len(name):
                break
            found = re.search(rf"(?<![^\W_]){re.escape(longer)}(?![^\W_])", text, re.IGNORECASE)
            if found is not None and re.search(
                rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", found.group(), re.IGNORECASE
            ):
                own[one] = found.group()
                break
