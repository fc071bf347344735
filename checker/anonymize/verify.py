"""Verify the result: compare two audits finding by finding, and search for names that should be gone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from checker.anonymize.identifiers import SPREAD, spread_digits
from checker.anonymize.names import Names
from checker.anonymize.rewrite import Rewriter
from checker.rules.evaluate.finding import FileCoverage, Finding, Report

_WORDS = re.compile(r"[^\s,;()]+")
_UNNAMED = re.compile(r"\b(unknown [a-z]{1,20}) \([^()]{1,4000}\)")
_ALNUM = re.compile(r"[^\W_]+")
# Overlapping: a label in front of a name looks like a pair of it.
_COLONS = re.compile(r"(?=([0-9a-f]{2}(?::[0-9a-f]{2}){7}))")
_SHOWN_OF_A_LIST = re.compile(r" and [\d,]+ (?:more|others?)\b")


File = tuple[str, str | None]
"""A file of the original: its name, and the member of an archive."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with the result, and the files of the original that cause it, as far as they are known."""

    text: str
    files: tuple[File, ...] = ()


def differences(original: Report, result: Report, places: Mapping[File, str], rewriter: Rewriter) -> list[Problem]:
    """Return each finding and each export where the audit of the result differs.

    ``places`` maps each file of the original to its path in the audit of the result.
    """
    return [
        *_different_files(original.files, result.files, places),
        *_different_findings(original, result, places, rewriter),
    ]


def _different_files(
    original: Iterable[FileCoverage], result: Iterable[FileCoverage], places: Mapping[File, str]
) -> list[Problem]:
    def facts(file: FileCoverage) -> tuple[object, ...]:
        return file.first_line, file.format, file.records, file.unread_lines, file.captured_at

    now: Counter[tuple[object, ...]] = Counter()
    for file in result:
        if file.format is not None:
            now[file.path, *facts(file)] += 1
    found = []
    for file in original:
        if file.format is None:
            continue
        place = places.get((file.path, file.member), file.path)
        if now[place, *facts(file)]:
            now[place, *facts(file)] -= 1
        else:
            others = [key for key, count in now.items() if count and key[0] == place and key[1] == file.first_line]
            instead = f"{others[0][2]}, {others[0][3]} records, {others[0][4]} lines unread" if others else "nothing"
            text = (
                f"{file.path}{'!' + file.member if file.member else ''}:{file.first_line}: was {file.format}, "
                f"{file.records} records, {file.unread_lines} lines unread; is {instead}"
            )
            found.append(Problem(text, ((file.path, file.member),)))
    return found


def _different_findings(
    original: Report, result: Report, places: Mapping[File, str], rewriter: Rewriter
) -> list[Problem]:
    left: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in result.findings:
        left.setdefault(_kind(finding), []).append(finding)
    found, unmatched = [], []
    named = {shown: place for key, place in places.items() for shown in _shown(*key)}
    # Exact matches first, so that a lenient match never takes the counterpart of another finding.
    for finding in original.findings:
        expected = _rewritten(finding, named, rewriter)
        match = next((one for one in left.get(_kind(finding), ()) if one.message == expected), None)
        if match is None:
            unmatched.append(finding)
        else:
            left[_kind(finding)].remove(match)
    for finding in unmatched:
        objects = _objects(finding.objects, rewriter)
        expected = _rewritten(finding, named, rewriter)
        others = left.get(_kind(finding), ())
        # Of objects with one fault in common the first by name has the finding, and stand-ins sort differently.
        match = next((one for one in others if _same_words(expected, one.message)), None) or next(
            (
                one
                for one in others
                if _objects(one.objects) == objects and _alike(finding.message, expected, one.message)
            ),
            None,
        )
        if match is None:
            found.append(Problem(f"only in the original: {_brief(finding)}", _files_of(finding)))
        else:
            left[_kind(finding)].remove(match)
    originals = {place: file for file, place in places.items()}
    for one in (one for several in left.values() for one in several):
        files = tuple(originals[path] for path, _ in _files_of(one) if path in originals)
        found.append(Problem(f"only in the result: {_brief(one)}", files))
    return found


def _brief(finding: Finding) -> str:
    return f"{finding.rule} {finding.severity}: {finding.message}"


def _files_of(finding: Finding) -> tuple[File, ...]:
    """Return the files that a finding is about, the first one first."""
    places = (*((finding.location,) if finding.location is not None else ()), *finding.related)
    return tuple(dict.fromkeys((place.file, place.member) for place in places))


def _kind(finding: Finding) -> tuple[str, str, str]:
    return finding.rule, finding.severity, finding.state


def _shown(name: str, member: str | None) -> tuple[str, ...]:
    """Return the forms of a file's name in messages."""
    return (f"{name}!{member}", f"{name} ({member})") if member else (name,)


def _rewritten(finding: Finding, named: Mapping[str, str], rewriter: Rewriter) -> str:
    # File paths first; their replacements are not rewritten again.
    parts = [(finding.message, False)]
    for old in sorted(named, key=len, reverse=True):
        if old in finding.message:
            parts = [new for part in parts for new in ([part] if part[1] else _replaced(part[0], old, named[old]))]
    return "".join(text if done else rewriter.text(text) for text, done in parts)


def _replaced(text: str, old: str, new: str) -> Iterator[tuple[str, bool]]:
    for number, part in enumerate(text.split(old)):
        if number:
            yield new, True
        yield part, False


def _objects(objects: Sequence[Mapping[str, str | int | None]], rewriter: Rewriter | None = None) -> Counter[str]:
    def shown(value: str | int | None) -> str:
        return rewriter.text(value) if rewriter is not None and isinstance(value, str) else str(value)

    return Counter(
        " ".join(
            f"{key}={shown(value)}" for key, value in sorted(one.items()) if key not in ("export_id", "file", "member")
        )
        for one in objects
    )


def _same_words(expected: str, message: str) -> bool:
    # A device without a name is called by its file, and of several files the first by name.
    left, right = (Counter(_WORDS.findall(_UNNAMED.sub(r"\1", text))) for text in (expected, message))
    return left == right


def _alike(before: str, expected: str, message: str) -> bool:
    """Return TRUE if two messages differ only in the order of names, or in the names that a shortened list shows.

    Lists are sorted by name, and stand-ins sort differently; the rule's own words in a message are not replaced.
    """
    left = Counter(_WORDS.findall(message))
    missing = 0
    for old, new in zip(_WORDS.findall(before), _WORDS.findall(expected), strict=True):
        word = new if left[new] else old
        if left[word]:
            left[word] -= 1
        else:
            missing += 1
    if not missing and not left.total():
        return True
    # A long list shows only its first names, and these change with the order.
    return missing == left.total() and _SHOWN_OF_A_LIST.search(message) is not None


def leftovers(folder: Path, places: Mapping[File, str], names: Names, rewriter: Rewriter) -> list[Problem]:
    """Return each original name, serial or world wide name that is still in a written file, once in each file.

    ``places`` maps each file of the original to its path below the folder.
    """
    # The stand-in of one number may equal another original number.
    gone = _gone(names.words | names.runs | names.whole | {one.lower() for one in names.serials}, rewriter.text)
    wwns = _gone(rewriter.identifiers.known, rewriter.identifiers.identity)
    written = {place: file for file, place in places.items()}
    problems: list[Problem] = []
    for file in sorted(folder.rglob("*")):
        if not file.is_file():
            continue
        shown = file.relative_to(folder).as_posix()
        found: dict[str, str] = {}
        for number, line in enumerate([shown, *file.read_text(encoding="utf-8").split("\n")]):
            place = f"{shown}:{number}" if number else shown
            for run in set(_ALNUM.findall(line.lower())):
                if run in gone or run in wwns:
                    found.setdefault(run, place)
            if ":" in line:
                for match in _COLONS.finditer(line.lower()):
                    if match.group(1).replace(":", "") in wwns:
                        found.setdefault(match.group(1), place)
            if wwns and " " in line:
                for match in SPREAD.finditer(line):
                    if spread_digits(match.group(1)) in wwns:
                        found.setdefault(match.group(1), place)
        problems += [
            Problem(f"{place}: {text}", (written[shown],) if shown in written else ())
            for text, place in sorted(found.items())
        ]
    return problems


def _gone(originals: Iterable[str], replaced: Callable[[str], str]) -> frozenset[str]:
    """Return the originals that must not occur in the result."""
    pairs = {one: replaced(one).lower() for one in originals}
    return frozenset(pairs) - frozenset(pairs.values())
