"""Account for each line of an export: facts, known noise, skipped with a reason, or silent.

What a reader does with a line is found out by changing the line and reading again, so readers need no bookkeeping and
audits pay nothing. A line that is not the line of a fact, and that the reader does not report as unread, is

* a *fact* if the result changes without it (an attribute below its record, a heading that names the columns);
* *noise* if unknown text in its place is reported, because the reader then recognises the line; a line that only marks
  structure (a ruler, a bracket); or a line that ``checker/readers/known_noise.yaml`` lists for the format;
* *silent* otherwise: a fact in it would go unnoticed.

Lines of one shape (equal but for numbers) are changed together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from checker.facts.observations import Note
from checker.intake.accounting.ignored import ignored_lines
from checker.intake.accounting.lines import is_removable, is_structure, renamed, revalued, shape_of
from checker.intake.accounting.noise import known_noise, records_of
from checker.intake.accounting.trial import Traced, Trial
from checker.readers.toolkit.base import Capture, Reader, read_capture

MOST_LINES = 600
"""Lines of an export that are examined."""
MOST_SHAPES = 150
"""Shapes of lines that are examined: the export is read again for each of them."""
_EXAMPLES = 20
"""Lines of one shape that are changed."""


@dataclass(frozen=True)
class Account:
    """Line numbers in the file by what became of the lines; blank lines are in none of them."""

    facts: frozenset[int]
    noise: frozenset[int]
    skipped: frozenset[int]
    silent: frozenset[int]

    @property
    def lines(self) -> int:
        """Number of lines that are accounted for."""
        return len(self.facts) + len(self.noise) + len(self.skipped) + len(self.silent)


def account(reader: Reader, capture: Capture) -> Account:
    """Account for the first lines of a capture."""
    given = capture.text.split("\n")[:MOST_LINES]
    capture = replace(capture, text="\n".join(given))
    first = capture.first_line
    known = known_noise(reader.name)
    noise = known.lines(given) if known is not None else set()
    traced = Traced()
    result = read_capture(reader, capture, traced)
    trial = Trial(reader, capture, given, result)
    # What is about the whole export is at its first line, which may be blank, and so may some of a span of unread lines.
    content = {number for number, line in enumerate(given, first) if line.strip()}
    if not any(reader.provides.values()):
        # The format is recognised because it states nothing that the model has.
        return Account(frozenset(), frozenset(content), frozenset(), frozenset())
    facts = content & {line for chunk in traced.chunks() for line in chunk.line}
    noted = (line for note in result.notes for line in _noted(given, first, note))
    skipped = content & {*traced.unread, *noted, *ignored_lines(reader, capture, result, is_last=False)}
    quiet: set[int] = set()
    shapes: dict[str, list[int]] = {}
    for number, line in enumerate(given, first):
        if number not in content or number in facts or number in skipped:
            continue
        if is_structure(line) or number - first in noise:
            quiet.add(number)
        else:
            shapes.setdefault(shape_of(line), []).append(number)
    silent: list[list[int]] = []
    for lines in [*shapes.values()][:MOST_SHAPES]:
        some = lines[:: -(-len(lines) // _EXAMPLES)]
        if trial.changes(some, renamed):
            # The result is different: facts are missing, or the reader reports the unknown line.
            blanked = trial.changes(some, lambda line: "") if is_removable(given[lines[0] - first]) else True
            (facts if blanked else quiet).update(lines)
        elif trial.changes(some, revalued) or trial.repeats_command(some):
            facts.update(lines)
        else:
            silent.append(lines)
    for lines in trial.needed_together(silent):
        silent.remove(lines)
        facts.update(lines)
    # Of a record whose name or identity could not be parsed, the other lines state nothing: that is reported, too.
    rest = {line for lines in silent for line in lines}
    if rest and (bad := {line for chunk in traced.chunks() if chunk.kind == "bad_value" for line in chunk.line}):
        records = records_of(given)
        flawed = {records[line - first] for line in bad}
        skipped |= {line for line in rest if records[line - first] in flawed}
    return Account(frozenset(facts), frozenset(quiet), frozenset(skipped - facts), frozenset(rest - skipped))


def _noted(given: list[str], first: int, note: Note) -> range:
    """Return the lines that a note is about: of an object or a list of JSON that was skipped, all of them."""
    index, depth = note.line - first, 0
    if note.text.startswith("skipped") and 0 <= index < len(given) and given[index].rstrip().endswith(("{", "[")):
        for end in range(index, len(given)):
            depth += sum(given[end].count(bracket) for bracket in "{[") - sum(map(given[end].count, "}]"))
            if depth <= 0:
                return range(note.line, end + first + 1)
    return range(note.line, note.line + 1)
