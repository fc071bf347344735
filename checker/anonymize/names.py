"""What is to be replaced: names as they were read, and which of their words, numbers and parts tell anything."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.anonymize.columns import words_of
from checker.anonymize.standins import is_date
from checker.anonymize.vocabulary import MIN_LETTERS, letter_runs, pieces, protected_words

TOKEN = re.compile(r"[^\s\"'<>,;=()\[\]{}|]+")
# Behind a percent sign two digits stand for one character: XtremIO%5FCKM00… is two runs.
ALNUM = re.compile(r"(?<=%)[0-9A-Fa-f]{2}|[^\W_]+")
RUNS = re.compile(r"[^\W\d_]+|[0-9]+|[^\W]")
SEPARATED = re.compile(r"([^\W_]+)")
LETTERS = re.compile(r"[^\W\d_]{2,}")
_DIGITS = re.compile(r"[0-9]+")
_NUMBERED = re.compile(r"[^\W\d_]{2,}[0-9]+[^\W\d_]?")
# Followed by a number, these are places in a machine rather than machines.
_NO_MACHINE = frozenset(
    words_of(
        "host node fc port slot vmhba sd hd disk hdisk dm nvme eth vmnic lun director engine cluster spa spb sp fa se vsan "
        "fabric rack site target local none unknown zone alias domain localhost default fcs fscsi sg st rport enclosure bay "
        "blade module sc ct bond configuration physicaldrive"
    )
)


@dataclass
class Names:
    """What is to be replaced, as found in the exports; everything in lower case.

    ``words`` are runs of letters. ``runs`` are runs of letters and digits that are part of a name, ``exact`` names with
    digits standing alone in them, ``serials`` serial numbers (upper case). ``kept`` are words and runs of technical
    values, which stay. ``shown`` are the names as they were read. ``machines`` are names of machines; those that would
    stay as they are (esx05, sw-a1) are in ``whole``, where they are one run, and in ``parted``, where they are several.
    """

    words: set[str] = field(default_factory=set)
    runs: set[str] = field(default_factory=set)
    exact: set[str] = field(default_factory=set)
    serials: set[str] = field(default_factory=set)
    kept: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    machines: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    parted: set[str] = field(default_factory=set)

    def add_words(self, text: str) -> None:
        """Take note of the words of a text, such as a file's name; numbers in it tell an hour rather than a machine."""
        known = protected_words()
        for part in letter_runs(text):
            self.words.update(word for word, hidden in pieces(part, known) if hidden)

    def add(self, name: str) -> None:
        """Take note of a name as it was read."""
        known = protected_words()
        self.shown.add(name)
        lower = name.lower()
        for run in ALNUM.findall(lower):
            if run.isdigit():
                if len(run) >= 4 and not is_date(run) and len(run) < len(name):
                    self.exact.add(lower)
            elif run not in known:
                self.runs.add(run)
                for part in RUNS.findall(run):
                    self.words.update(word for word, hidden in pieces(part, known) if hidden and part.isalpha())

    def keep(self, value: str) -> None:
        """Take note of a technical value, such as a model: its words stay, even inside names."""
        for run in ALNUM.findall(value.lower()):
            self.kept.add(run)
            self.kept.update(part for part in RUNS.findall(run) if part.isalpha() and len(part) >= MIN_LETTERS)

    def settle(self) -> None:
        """Take what stays from what is replaced, once everything is noted."""
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
                self.parted.add(name)
        self._take_siblings()

    def _take_siblings(self) -> None:
        """Take parts of other names for machines, too, if they differ from a machine in the number alone.

        Where esx01 to esx07 are known, the alias esx08_hba1 tells of another machine that gave no export.
        """
        whole = {_DIGITS.sub("#", name) for name in self.whole}
        parted = {_DIGITS.sub("#", name) for name in self.parted}
        if not whole and not parted:
            return
        longest = max((len(SEPARATED.split(shape)) for shape in parted), default=0)
        for name in {shown.lower() for shown in self.shown}:
            parts = SEPARATED.split(name)
            shapes = [_DIGITS.sub("#", part) for part in parts]
            for index in range(1, len(parts), 2):
                if shapes[index] in whole and parts[index] not in self.kept and self._stays(parts[index]):
                    self.whole.add(parts[index])
                for end in range(index + 2, min(len(parts) - 1, index + longest), 2) if parted else ():
                    if "".join(shapes[index : end + 1]) in parted:
                        self.parted.add("".join(parts[index : end + 1]))

    def _stays(self, name: str) -> bool:
        if name in self.exact or any(len(digits) >= 4 for digits in re.findall("[0-9]+", name)):
            return False
        return not any(
            hidden and piece in self.words
            for run in letter_runs(name)
            for piece, hidden in pieces(run, protected_words())
        )

    def add_serial(self, serial: str) -> None:
        """Take note of a serial number; what is too short, or a word, is none."""
        for run in ALNUM.findall(serial):
            telling = any(char.isdigit() for char in run) and len(run) >= (6 if run.isdigit() else 5)
            if telling and run.strip("0") and run.lower() not in protected_words() and not is_date(run):
                self.serials.add(run.upper())
                self.shown.add(run)
