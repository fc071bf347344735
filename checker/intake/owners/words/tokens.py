"""The name of a file divided into words: of commands, numbers, objects such as disks, and what may name a machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from checker.intake.owners.words.file_names import (
    ADAPTER,
    CONTROLLER,
    TOKEN,
    NamedFile,
    is_option,
    is_part,
    of_words,
    part_of,
    without_volume,
)
from checker.intake.owners.words.path_words import (
    ARRAY_OBJECTS,
    GENERIC,
    MACHINES,
    SUFFIX,
    SYSTEMS,
    TOP_LEVEL,
    are_things,
    command_words,
    is_phase,
    without_noise,
)
from checker.intake.owners.words.stems import Stem, Token, abbreviates

_CONTROLLERS = frozenset("ab")
_WORD_BEFORE = re.compile(r"(?<![a-z0-9])([a-z0-9]+)[-_. ]+\Z")
_COPY = re.compile(
    r"(?<=[^\W_])[-_ ]*(?:\((?:copy|kopie|copie|copia)\)|(?<=[-_ ])(?:copy|kopie|copie|copia))(?: ?\(\d{1,3}\))?\Z",
    re.IGNORECASE,
)
"""The end of the name of a copy of a file: db01 (copy), db01 - Copy (2)."""
_COUNTS = re.compile(r"[-_. ]?(?!(?:\d{1,3}\.){3}\d{1,3}(?![0-9]))\d")
"""A number after a word, but no address."""
_VERSION = re.compile(r"v\d{1,3}")
_SHORTEST = 3
"""Characters of a name that is one without the platform before it."""
_CUT = 40
"""Characters from which the name of a file may be cut."""
_SMALL = re.compile(r"\d|[1-9]\d")


def stem_of(file: NamedFile) -> Stem:
    """Return the name of a file taken apart."""
    text = SUFFIX.sub("", file.inside[-1]) or file.inside[-1]
    text = without_volume(_COPY.sub("", without_noise(text)))
    tokens: list[Token] = []
    for match in TOKEN.finditer(text):
        word = match.group().lower()
        if letters := _counted_command(word, tokens, file):
            # multipath1, show_flogi_database2: the number counts files.
            start, middle, end = match.start(), match.start() + len(letters), match.end()
            tokens += [("command", letters, start, middle), ("number", word[len(letters) :], middle, end)]
            continue
        kind = "name" if match.lastgroup == "address" else match.lastgroup or ""
        if kind == "word" and file.noun == "host" and ADAPTER.fullmatch(word):
            kind = "object"
        if kind == "word":
            # The end of an address, 2001-db8--a; after a command it is an option, version--a.
            ends_name = len(word) == 1 and text[: match.start()].endswith("--") and tokens and tokens[-1][0] == "name"
            is_command = not ends_name and _is_command(word, text, match.start(), match.end(), file)
            # A version or a run counts captures (v1, run2) or, if it is one of the array's interface, files; -v2 is an option.
            is_count = (
                (file.noun != "array" or is_command)
                and (_VERSION.fullmatch(word) is not None or (word[-1].isdigit() and is_phase(word)))
                and not text[: match.start()].endswith(("_-", " -"))
            )
            kind = "command" if is_command and not is_count else "number" if is_count or word.isdigit() else "name"
            side = CONTROLLER.search(text[: match.end()].lower()) if file.noun == "array" else None
            if kind == "command" and side is not None and side[1]:
                kind, word = "side", side[1]
            follows_option = bool(tokens) and tokens[-1][0] == "command" and len(tokens[-1][1]) == 1
            if kind == "number" and follows_option and _SMALL.fullmatch(word):
                # The disk, adapter or other thing that an option of the command asks about: mpclaim_s_d_0.
                kind = "object"
        tokens.append((kind, word, match.start(), match.end()))
    tokens = _with_letters(_with_domains(_with_counted(tokens, file), text, file), file)
    foreign = {
        word for kind, word, start, end in tokens if kind == "command" and _is_foreign(word, text, start, end, file)
    }
    tokens, named = _with_hyphens(tokens, foreign, text, file)
    return Stem(text, tuple(tokens), frozenset(foreign - named))


def _counted_command(word: str, before: Sequence[Token], file: NamedFile) -> str:
    """Return the word of the file's own command before a number: its first, or one that follows another; else an empty text."""
    letters = word.rstrip("0123456789")
    own = of_words(file.words)
    follows = before and before[-1][0] == "command" and own.fullmatch(before[-1][1]) and own.fullmatch(letters)
    return letters if letters != word and (letters == file.program or follows) else ""


def _with_hyphens(tokens: list[Token], foreign: set[str], text: str, file: NamedFile) -> tuple[list[Token], set[str]]:
    """Make a word of another command a name if a hyphen joins it to a name, and the file's command is apart: dc1-db_multipath.

    So is the platform before a name that is too short to distinguish machines: vplex-c1.
    """
    apart = any(
        of_words(file.words).fullmatch(word) and "-" not in (text[start - 1 : start], text[end : end + 1])
        for kind, word, start, end in tokens
        if kind == "command"
    )
    result, named = list(tokens), set[str]()
    for index, (one, other) in enumerate(pairwise(tokens)):
        short = other[0] == "name" and len(other[1]) < _SHORTEST and text[one[3] : other[2]] == "-"
        if short and one[:2] == ("command", file.platform):
            result[index] = ("name", *one[1:])
    for index, (one, other) in enumerate(pairwise(tokens)) if apart else ():
        if text[one[3] : other[2]] != "-" or {one[0], other[0]} != {"name", "command"}:
            continue
        at, token = (index, one) if one[0] == "command" else (index + 1, other)
        if token[1] in foreign:
            result[at] = ("name", *token[1:])
            named.add(token[1])
    return result, named


def _with_counted(tokens: list[Token], file: NamedFile) -> list[Token]:
    """Make what an array has a word of a command if a number counts it: luns_01; nodes and systems are machines."""
    if file.noun != "array":
        return tokens
    counted = {
        one[2]
        for one, other in pairwise(tokens)
        if one[0] == "name" and other[0] == "number" and are_things(one[1]) and one[1] not in MACHINES
    }
    return [("command", *token[1:]) if token[2] in counted else token for token in tokens]


def _with_domains(tokens: list[Token], text: str, file: NamedFile) -> list[Token]:
    """Make all labels of a domain name names, although some are words of commands or numbers, too: db.example.net, 01.example.net."""
    result = list(tokens)
    run: list[int] = []
    for index, (kind, word, start, _) in enumerate(tokens):
        if not run or text[tokens[run[-1]][3] : start] != ".":
            run = []
        # The host itself may be called after something general: storage.example.net.
        is_own = kind == "command" and (of_words(file.words).fullmatch(word) or word in GENERIC)
        run = [] if kind == "object" or (is_own and word not in TOP_LEVEL) else [*run, index]
        if len(run) > 2 and word in TOP_LEVEL and tokens[run[-2]][0] in ("name", "number"):
            for label in run:
                result[label] = ("name", *tokens[label][1:])
    return result


def _with_letters(tokens: list[Token], file: NamedFile) -> list[Token]:
    """Make a letter after a general word a name with it (host-a); of an array, A and B are controllers (ports-A)."""
    result = list(tokens)
    names = [index for index, (kind, *_) in enumerate(tokens) if kind == "name"]
    if len(names) != 1 or len(tokens[names[0]][1]) != 1:
        return result
    letter = names[0]
    before = tokens[letter - 1] if letter else tokens[letter]
    words = command_words() - file.words - GENERIC
    if file.noun == "array":
        words = SYSTEMS | {word for word in words if not of_words(ARRAY_OBJECTS).fullmatch(word)}
    # A cluster of a VPLEX is a part of it, of other products the whole system.
    is_system = before[1] in words and not (file.noun == "array" and is_part(before[1], file.platform))
    # A letter before it is an option: esxcfg-mpath-b_x.
    if before[0] == "command" and len(before[1]) > 1 and is_system and before[3] + 1 == tokens[letter][2]:
        result[letter - 1] = ("name", *before[1:])
    elif file.noun == "array" and tokens[letter][1] in _CONTROLLERS:
        result[letter] = ("side", *tokens[letter][1:])
    return result


def _is_command(word: str, text: str, start: int, end: int, file: NamedFile) -> bool:
    """Whether a word of a file name is of a command: of the file's own, an option, or a general one without a number.

    So is a part of an array, with its number, and what arrays have, which readers of one format read alike.
    """
    if file.noun == "array" and part_of(file.platform).search(text[:end].lower()):
        return True
    if word.isdigit():
        return False
    own = of_words(file.words).fullmatch(word) or (file.noun == "array" and abbreviates(word, file.words))
    # Long names of files are cut, also inside the last word.
    is_cut = end == len(text) >= _CUT and len(word) >= _SHORTEST and any(one.startswith(word) for one in file.words)
    if word in GENERIC or own or is_cut:
        return True
    before = _WORD_BEFORE.search(text[:start].lower())
    if len(word) == 1 and before is not None and f"{before.group(1)} {word}" in file.words:
        return True
    if len(word) > 1 and (
        word in command_words() or (file.noun == "array" and of_words(ARRAY_OBJECTS).fullmatch(word))
    ):
        return _COUNTS.match(text[end:]) is None
    return is_option(word, text, start)


def _is_foreign(word: str, text: str, start: int, end: int, file: NamedFile) -> bool:
    """Whether a word of a command belongs neither to the file's own command nor to any part of an array."""
    if len(word) == 1 or word in GENERIC or of_words(file.words).fullmatch(word) or text[:start].endswith(("_-", " -")):
        return False
    return file.noun != "array" or not (
        part_of(file.platform).search(text[:end].lower()) or of_words(ARRAY_OBJECTS).fullmatch(word)
    )
