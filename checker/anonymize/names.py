"""The names to replace as they were read, and the words, numbers and parts of them that can identify something."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.anonymize.columns import words_of
from checker.anonymize.pseudonyms import is_date
from checker.anonymize.vocabulary import MIN_LETTERS, letter_runs, pieces, protected_words

TOKEN = re.compile(r"[^\s\"'<>,;=()\[\]{}|]+")
# After a percent sign two digits encode one character: XtremIO%5FCKM00… is two runs.
ALNUM = re.compile(r"(?<=%)[0-9A-Fa-f]{2}|[^\W_]+")
RUNS = re.compile(r"[^\W\d_]+|[0-9]+|[^\W]")
SEPARATED = re.compile(r"([^\W_]+)")
LETTERS = re.compile(r"[^\W\d_]{2,}")
_DIGITS = re.compile(r"[0-9]+")
_UUID = re.compile(r"(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])")
_NUMBERED = re.compile(r"[^\W\d_]{2,}[0-9]+[^\W\d_]?")
# Followed by a number, these are locations in a machine rather than machines.
_NO_MACHINE = frozenset(
    words_of(
        "host node fc port slot vmhba sd hd disk hdisk dm nvme eth vmnic lun director engine cluster spa spb sp fa se vsan "
        "fabric rack site target local none unknown zone alias domain localhost default fcs fscsi sg st rport enclosure bay "
        "blade module sc ct cl bond configuration physicaldrive"
    )
)


@dataclass
class Names:
    """What to replace, as found in the exports; everything in lower case.

    ``words`` are runs of letters. ``runs`` are runs of letters and digits that are part of a name, ``exact`` are names
    with separate numbers in them, ``serials`` are serial numbers (upper case). ``kept`` are words and runs of
    technical values, which stay. ``shown`` are the names as they were read. ``machines`` are names of machines; those
    that would otherwise stay unchanged (esx05, sw-a1) are in ``whole`` if they are one run, and in ``compound`` if
    they are several.
    """

    words: set[str] = field(default_factory=set)
    runs: set[str] = field(default_factory=set)
    exact: set[str] = field(default_factory=set)
    serials: set[str] = field(default_factory=set)
    kept: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    machines: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    compound: set[str] = field(default_factory=set)

    def add_words(self, text: str) -> None:
        """Add the words of a text, such as a file name; a number in it is usually a time rather than a machine."""
        known = protected_words()
        for part in letter_runs(text):
            self.words.update(word for word, hidden in pieces(part, known) if hidden)

    def add(self, name: str) -> None:
        """Add a name as it was read."""
        known = protected_words()
        self.shown.add(name)
        lower = name.lower()
        # A UUID is replaced as a whole; its short parts stay and are not words.
        for run in ALNUM.findall(_UUID.sub(" ", lower)):
            if run.isdigit():
                if len(run) >= 4 and not is_date(run) and len(run) < len(name):
                    self.exact.add(lower)
            elif run not in known:
                self.runs.add(run)
                for part in RUNS.findall(run):
                    self.words.update(word for word, hidden in pieces(part, known) if hidden and part.isalpha())

    def keep(self, value: str) -> None:
        """Add a technical value, such as a model: its words stay, even inside names."""
        for run in ALNUM.findall(value.lower()):
            self.kept.add(run)
            self.kept.update(part for part in RUNS.findall(run) if part.isalpha() and len(part) >= MIN_LETTERS)

    def finalize(self) -> None:
        """Remove the words that stay from those to replace, after everything has been added."""
        self.words -= self.kept
        self.runs -= self.kept
        self.serials -= {one.upper() for one in self.kept}
        for name in self.machines:
            first = LETTERS.search(name)
            if first is None or first.group() in _NO_MACHINE or not self._stays(name):
                continue
            if ALNUM.fullmatch(name):
                if _NUMBERED.fullmatch(name) and name not in self.kept:
                    self.whole.add(name)
            elif TOKEN.fullmatch(name):
                self.compound.add(name)
        self._take_siblings()

    def _take_siblings(self) -> None:
        """Treat parts of other names as machines, too, if only the number differs from a machine's name.

        If esx01 to esx07 are known, the alias esx08_hba1 reveals another machine without an export.
        """
        whole = {_DIGITS.sub("#", name) for name in self.whole}
        compound = {_DIGITS.sub("#", name) for name in self.compound}
        if not whole and not compound:
            return
        longest = max((len(SEPARATED.split(shape)) for shape in compound), default=0)
        for name in {shown.lower() for shown in self.shown}:
            parts = SEPARATED.split(name)
            shapes = [_DIGITS.sub("#", part) for part in parts]
            for index in range(1, len(parts), 2):
                if shapes[index] in whole and parts[index] not in self.kept and self._stays(parts[index]):
                    self.whole.add(parts[index])
                for end in range(index + 2, min(len(parts) - 1, index + longest), 2) if compound else ():
                    if "".join(shapes[index : end + 1]) in compound:
                        self.compound.add("".join(parts[index : end + 1]))

    def _stays(self, name: str) -> bool:
        if name in self.exact or any(len(digits) >= 4 for digits in re.findall("[0-9]+", name)):
            return False
        return not any(
            hidden and piece in self.words
            for run in letter_runs(name)
            for piece, hidden in pieces(run, protected_words())
        )

    def add_serial(self, serial: str) -> None:
        """Add a serial number, unless it is too short or a word."""
        for run in ALNUM.findall(serial):
            plausible = any(char.isdigit() for char in run) and len(run) >= (6 if run.isdigit() else 5)
            # A number that is mostly zeros counts something.
            if plausible and len(run.strip("0")) > 1 and run.lower() not in protected_words() and not is_date(run):
                self.serials.add(run.upper())
                self.shown.add(run)
