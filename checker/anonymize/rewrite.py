"""Rewrite texts: every name, serial and identifier becomes its stand-in, wherever it occurs.

The text is split into tokens at blanks and quotes. The stand-in of a token does not depend on its context, so it is
computed once, and a name has the same stand-in in all files, reports and file names.
"""

from __future__ import annotations

import re
from itertools import accumulate

from checker.anonymize.columns import words_of
from checker.anonymize.identifiers import IDENTIFIER, SPREAD, Identifiers, spread_digits
from checker.anonymize.names import ALNUM, LETTERS, RUNS, SEPARATED, TOKEN, Names
from checker.anonymize.pseudonyms import Pseudonyms, with_case
from checker.anonymize.vocabulary import MIN_LETTERS, pieces, protected_words
from checker.topology.derive.links import PRINTED_LENGTH

KEPT_USERS = frozenset(
    words_of("root admin administrator service sysadmin maintenance guest user manager tech operator nobody")
)
_LONG_DIGITS = re.compile(r"[0-9]{4,}")
_HEX = re.compile(r"(?:0[xX])?(?=[A-Fa-f]*[0-9])(?=[0-9]*[A-Fa-f])[0-9A-Fa-f]{6,}\Z")
_ACCOUNT = re.compile(r"(?<![\w.+\-])([\w.+\-]{1,64})@(?=[\w\[])")
_FREE_DIGITS = re.compile(r"(?<![^\W_])[0-9]{4,}(?![^\W_])")
_MAX_PARTS = 14
_CACHE = 400_000
_PART_OF_WORD = 5
_LONGEST_PART = 30
_DIGITS_ANYWHERE = 6
_SHORTEST_ID = 16


class Rewriter:
    """Replaces everything in ``names``, and every identifier, with its stand-in."""

    def __init__(self, names: Names, identifiers: Identifiers) -> None:
        self.identifiers = identifiers
        self.names = names
        self._pseudonyms: Pseudonyms = identifiers.pseudonyms
        self._known = protected_words()
        self._digits = {digits for name in (*names.runs, *names.exact) for digits in _LONG_DIGITS.findall(name)}
        self._spaced: dict[str, list[tuple[str, int]]] = {}
        for name in sorted(names.exact):
            if not TOKEN.fullmatch(name):
                for found in _FREE_DIGITS.finditer(name):
                    self._spaced.setdefault(found.group(), []).append((name, found.start()))
        self._tokens = _Cache(self._token)
        self._truncated = _truncated(names)
        self._compound = {first.group() for name in names.compound if (first := LETTERS.search(name))}
        self._words = _Cache(self._word)

    def text(self, text: str) -> str:
        """Return a text with everything replaced; its length and lines stay the same."""
        if self._spaced:
            text = self._with_spaced(text)
        if " " in text and self.identifiers.known:
            return self._with_blanks_inside(text)
        return self._with_tokens(text)

    def _with_tokens(self, text: str) -> str:
        tokens = self._tokens
        return TOKEN.sub(lambda found: tokens[found.group()], text)

    def _with_spaced(self, text: str) -> str:
        """Replace separate digits inside names that contain blanks."""
        spaced = self._spaced

        def new(found: re.Match[str]) -> str:
            for name, offset in spaced.get(found.group(), ()):
                start = found.start() - offset
                if start >= 0 and text[start : start + len(name)].lower() == name:
                    return self._pseudonyms.digits(found.group())
            return found.group()

        return _FREE_DIGITS.sub(new, text)

    def _with_blanks_inside(self, text: str) -> str:
        """Replace world wide names that are printed with blanks (``10 00 00 90 …``, ``1000 0090 …``), and all tokens between."""
        parts: list[str] = []
        position = 0
        for found in SPREAD.finditer(text):
            shown = found.group(1)
            digits = spread_digits(shown)
            if " " in shown and found.start() >= position and digits in self.identifiers.known:
                changed = iter(with_case(self.identifiers.wwn(digits), digits))
                new = "".join(char if char in " :-" else next(changed) for char in shown)
                parts += [self._with_tokens(text[position : found.start()]), with_case(new, shown)]
                position = found.end(1)
        return "".join([*parts, self._with_tokens(text[position:])])

    def _token(self, token: str) -> str:
        whole = self._truncated.get(token.lower())
        if whole is not None:
            return with_case(self._tokens[whole][: len(token)].lower(), token)
        if token.isdigit() and len(token) < _SHORTEST_ID:
            return self._run(token) if token in self.names.serials else token
        parts: list[str] = []
        position = 0
        for found in IDENTIFIER.finditer(token):
            parts.append(self._plain(token[position : found.start()]))
            parts.append(self._identifier(found))
            position = found.end()
        parts.append(self._plain(token[position:]))
        return "".join(parts)

    def _identifier(self, found: re.Match[str]) -> str:
        text = found.group()
        if text.upper() in self.names.serials:
            return self._run(text)
        return self.identifiers.replaced(found)

    def _plain(self, text: str) -> str:
        if not text:
            return text
        if "@" in text:
            text = _ACCOUNT.sub(self._account, text)
        if self._compound and any(found in self._compound for found in LETTERS.findall(text.lower())):
            for start, end in self._names_inside(text, self.names.compound):
                text = text[:start] + self._machine(text[start:end]) + text[end:]
        inside: set[int] = set()
        if self.names.exact and _LONG_DIGITS.search(text):
            for start, end in self._names_inside(text, self.names.exact):
                inside.update(range(start, end))
        return ALNUM.sub(lambda found: self._run(found.group(), found.start() in inside), text)

    def _account(self, found: re.Match[str]) -> str:
        """Return the stand-in of an account: even two letters before an ``@`` can identify a person."""
        name = found.group(1)
        if name.lower() in KEPT_USERS:
            return found.group()
        return (
            RUNS.sub(
                lambda run: (
                    with_case(self._pseudonyms.short(run.group().lower()), run.group())
                    if run.group().isalpha() and run.group().isascii() and len(run.group()) < MIN_LETTERS
                    else run.group()
                ),
                name,
            )
            + "@"
        )

    def _machine(self, name: str) -> str:
        """Return a name with its first letters replaced; used where no part of it would change."""
        return LETTERS.sub(lambda found: self._pseudonyms.machine(found.group()), name, count=1)

    @staticmethod
    def _names_inside(text: str, names: set[str]) -> list[tuple[int, int]]:
        """Return the start and end of every name among the parts of a text, the longest one at each start."""
        parts = SEPARATED.split(text.lower())
        starts = list(accumulate((len(part) for part in parts), initial=0))
        found: list[tuple[int, int]] = []
        index = 1
        while index < len(parts):
            for end in range(min(len(parts) - 2, index + 2 * _MAX_PARTS), index - 1, -2):
                if "".join(parts[index : end + 1]) in names:
                    found.append((starts[index], starts[end + 1]))
                    index = end
                    break
            index += 2
        return found

    def _run(self, run: str, exact: bool = False) -> str:
        """Return a run of letters and digits with its words, and the long numbers that are part of a name, replaced."""
        if run.upper() in self.names.serials:
            new = self._pseudonyms.serial(run.upper())
            return new if run.upper() == run else "".join(
                a.lower() if b.islower() else a for a, b in zip(new, run, strict=True)
            )  # fmt: skip
        if run.isdigit():
            return self._pseudonyms.digits(run) if exact else run
        if run.lower() in self.names.whole:
            return self._machine(run)
        named = run.lower() in self.names.runs
        if not named and (_HEX.match(run) or run.lower() in self.names.kept):
            return run
        shortest = 4 if named else _DIGITS_ANYWHERE

        def part_of(found: re.Match[str]) -> str:
            part = found.group()
            if part.isdigit():
                return self._pseudonyms.digits(part) if len(part) >= shortest and part in self._digits else part
            return with_case(self._words[part.lower()], part) if len(part) >= MIN_LETTERS else part

        return RUNS.sub(part_of, run)

    def _word(self, run: str) -> str:
        new = []
        for piece, hidden in pieces(run, self._known):
            if not hidden:
                new.append(piece)
            elif piece in self.names.words:
                new.append(self._pseudonyms.word(piece))
            else:
                new.append(self._with_names_inside(piece))
        return "".join(new)

    def _with_names_inside(self, word: str) -> str:
        """Replace names of five letters and more that are part of a longer word."""
        start = 0
        while start <= len(word) - _PART_OF_WORD:
            for end in range(min(len(word), start + _LONGEST_PART), start + _PART_OF_WORD - 1, -1):
                part = word[start:end]
                if part in self.names.words:
                    word = word[:start] + self._pseudonyms.word(part) + word[end:]
                    start = end - 1
                    break
            start += 1
        return word

    def inverse(self) -> Rewriter:
        """Return the rewriter that reverses this one."""
        turned = Names(
            {self._pseudonyms.tables.get("words", {}).get(word, word) for word in self.names.words},
            {self.text(run) for run in self.names.runs},
            {self.text(name) for name in self.names.exact},
            {self._pseudonyms.serial(serial) for serial in self.names.serials},
            shown={self.text(name) for name in self.names.shown},
            machines={self.text(name) for name in self.names.machines},
            whole={self.text(name) for name in self.names.whole},
            compound={self.text(name) for name in self.names.compound},
        )
        old = self.identifiers
        identifiers = Identifiers(
            self._pseudonyms.inverse(),
            set(old.versions),
            {old.identity(one) for one in old.known},
            {old.wwn(one) for one in old.directors},
        )
        return Rewriter(turned, identifiers)


def _truncated(names: Names) -> dict[str, str]:
    """Return the machine names that a table truncates inside a word or number, with the whole name.

    The stand-in of a part of a word would not be the beginning of the stand-in of the word.
    """
    shown = {name.lower() for name in names.shown}
    found: dict[str, str] = {}
    for name in sorted(names.machines):
        beginning = name[:PRINTED_LENGTH]
        inside = name[PRINTED_LENGTH - 1 : PRINTED_LENGTH + 1]
        if len(inside) == 2 and inside.isalnum() and TOKEN.fullmatch(name) and beginning not in shown:
            found.setdefault(beginning, name)
    return found


class _Cache(dict[str, str]):
    """The result for each token, computed once; plain numbers are not cached because there are too many of them."""

    def __init__(self, make: object) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, token: str) -> str:
        new: str = self._make(token)  # type: ignore[operator]
        if not token.isdigit():
            if len(self) >= _CACHE:
                self.clear()
            self[token] = new
        return new
