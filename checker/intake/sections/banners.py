"""Lines that scripts print between the outputs of several machines: ``=== db01 ===``, ``--- host: db01 ---``, ``[db01]``.

A line with a name between rulers may also be the title of anything else. It names a machine if it says so
(``host: db01``), or if several such lines of one style have different names, none of which occurs below it, and the same
format begins below two of them: a name below its own heading is that of a disk or volume. If each of them heads another
format (``=== left ===``, ``=== right ===``), they may be machines or parts of one: then the outputs below them stay separate.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from itertools import islice

from checker.facts.observations import Observations
from checker.facts.platforms import noun_of
from checker.facts.resolve.names.groups import is_address
from checker.intake.owners.words.file_names import is_object, is_part
from checker.intake.owners.words.folder_names import is_category
from checker.intake.owners.words.path_words import is_numbered, is_phase
from checker.intake.sections.line_matches import matches_of_lines
from checker.intake.sections.titles import NAME, Form, command_in, forms_of
from checker.readers.registry import best_claim, cards_in
from checker.readers.toolkit.base import HEAD_CHARACTERS, Capture, Reader, read_capture, word_list

_KEY = r"(?P<key>(?i:host(?:[ _]?name)?|server|node|machine|switch|array|system)[ \t]*[:=][ \t]*)?"
_BANNER = re.compile(
    rf"(?m)^(?P<style>[=]{{2,60}}|[#]{{1,60}}|-{{3,60}}|[*]{{2,60}}|>{{2,60}}|\[)[ \t]*{_KEY}{NAME}[ \t]*+:?[ \t]*+(?P<end>[=]{{2,60}}|[#]{{1,60}}|-{{3,60}}|[*]{{2,60}}|<{{2,60}}|\])?[ \t]*+$"
)
_UNDERLINED = re.compile(
    rf"(?m)^(?:(?P<above>(?P<sign>[=\-*#~])(?P=sign){{2,99}})[ \t]*\n)?(?P<line>{_KEY}{NAME}):?[ \t]*+\n(?P<below>(?P<ruler>[=\-*#~])(?P=ruler){{2,99}})[ \t]*+$"
)
"""A name above a ruler of its length, or between two of any length."""
_SIGNS = ("==", "#", "---", "**", ">>", "[", "~~~")
_ENDS = {"[": "]", ">": "<"}
_COMPARED = 50
"""Headings whose texts are recognised."""
_ANNOUNCES = re.compile(r"(?i:(?P<key>host(?:[ _]?name)?|server|machine|switch))[ \t]*(?P<sign>[:=]?)[ \t]*\Z")
_OTHERS = 4
"""Outputs below other headings in which a name is searched."""
_NEXT_LINE = re.compile(r"\s*[^\n]{0,200}")
_FIRST_LINES = 5
_TOP = 2_000
_PROBED = 65_536
"""Characters below headings in which a reader looks for facts."""
_PART = re.compile(
    r"(?:vsan|fid|lun|port|slot|sp|ctl?|ctrl|controller|director|engine|blade|v?disk|hba|pool|vol|volume|zone|fc|eth|bond|scsi|part)"
    r"[\-_]?[a-z]?\d*\Z",
    re.IGNORECASE,
)
"""Names of parts of a machine, in addition to those of disks and adapters."""
_PRINTED_PART = re.compile(r"CHASSIS|SWITCH|[CR]P\d")
"""Headings that directors print above the settings of their parts. Machines may have such names in lower case."""
_NO_MACHINES = frozenset(
    word_list(
        "before after old new pre post first second start end begin global exit logout root admin user localhost sudo"
    )
)


@dataclass(frozen=True)
class Heading:
    """A line with the name of a machine above its output, and the command if it shows one; unless ``sure``, it may name anything else."""

    start: int
    end: int
    name: str
    command: str | None
    sure: bool


class _Verdict(Enum):
    """What lines with names are: headings of machines, of machines or parts of one, or anything else."""

    MACHINES = 1
    UNCLEAR = 2
    OTHER = 3


def headings(text: str) -> Iterator[Heading]:
    """Yield each line that names the machine whose output follows, or that may do so."""
    found: list[re.Match[str]] = []
    unclear: list[re.Match[str]] = []
    # Searching for a single character is ten times as fast as searching for a word.
    if any(sign[0] in text and sign in text for sign in _SIGNS):
        for keyed, titles in _styled(text):
            verdict = _Verdict.MACHINES if keyed else _verdict(text, titles)
            if verdict is _Verdict.MACHINES:
                found += titles
            elif verdict is _Verdict.UNCLEAR:
                unclear += titles
    if not found:
        found, others = _by_first_lines(text)
        unclear = unclear or others
    for match in found or unclear:
        yield Heading(match.start(), match.end(), match["name"], command_in(match), bool(found))


def _styled(text: str) -> Iterator[tuple[bool, list[re.Match[str]]]]:
    """Yield the lines with a name between rulers or above one, those of one style together, with whether they say what is named."""
    styles: defaultdict[tuple[str, bool], list[re.Match[str]]] = defaultdict(list)
    for match in _BANNER.finditer(text):
        sign = match["style"][0]
        keyed = match["key"] is not None
        closed = match["end"] is not None and match["end"][0] == _ENDS.get(sign, sign)
        if closed or (keyed and match["end"] is None and len(match["style"]) > 1):
            styles[sign, keyed].append(match)
    for match in _UNDERLINED.finditer(text):
        if match["above"] == match["below"] or len(match["line"]) == len(match["below"]):
            styles[f"below {match['below'][0]}", match["key"] is not None].append(match)
    for (_, keyed), titles in styles.items():
        if named := [match for match in titles if not _is_object(match["name"])]:
            yield keyed, named


def _by_first_lines(text: str) -> tuple[list[re.Match[str]], list[re.Match[str]]]:
    """Return the lines of the same form as one of the first lines: a loop over machines prints the first heading first.

    Those of which it is unclear whether they name machines are the second list.
    """
    forms: dict[Form, None] = {}
    unclear: list[re.Match[str]] = []
    above: list[int] = []
    for first in islice(re.finditer(r"(?m)^[^\n]*\S[^\n]*$", text[:_TOP]), _FIRST_LINES):
        own = dict.fromkeys(forms_of(first.group()))
        if own and any(_begins_output(text[start:]) for start in above):
            # "Node: A-APM00150000001" is a line of the output of getagent.
            break
        forms.update(own)
        above.append(first.start())
    for form in forms:
        found = [match for match in matches_of_lines(form.pattern, text) if not _is_object(match["name"])]
        if form.is_bare:
            found = _with_like_next_lines(text, found)
        third = found[2].start() if len(found) > 2 else None
        announced = _ANNOUNCES.search(form.before) is not None
        verdict = _verdict(text, found, announced=announced, sure=announced or form.with_command)
        # The reader of a table without an end takes any line below it for a row.
        if verdict is not _Verdict.OTHER and (form.with_command or not _are_facts(text, found[:2], third)):
            if verdict is _Verdict.MACHINES:
                return found, []
            unclear = unclear or found
        elif _is_of_one(text, found, form, _ANNOUNCES.search(form.before)) and not _are_facts(text, found[:1], third):
            return found, []
    return [], unclear


def _is_of_one(text: str, found: Sequence[re.Match[str]], form: Form, announced: re.Match[str] | None) -> bool:
    """Whether all lines name one machine: ``Host: db01``, or a name with a number before a command, ``=== db01: lsblk ===``.

    A command that asks another machine prints the name of a host, too: below ``Host: db01`` are outputs of a host.
    """
    if len({match["name"].lower() for match in found}) != 1:
        return False
    name, body = found[0]["name"], text[found[0].end() :]
    if _begins_output(text[found[0].start() :]):
        return False
    if _names_nothing(name) or (claim := best_claim(Capture(head := body[:HEAD_CHARACTERS]), cards_in(head))) is None:
        return False
    if announced is not None and announced["sign"]:
        fits = noun_of(claim[1].platform) == ("switch" if announced["key"].lower() == "switch" else "host")
    else:
        fits = form.with_command and form.names_first and re.search(r"\d", name) is not None
    return fits and not _occurs(name, body)


def _begins_output(text: str) -> bool:
    """Whether the first line is that of an output which names its machine there, such as ``systeminfo``: below it may be other outputs."""
    capture = Capture(text[:HEAD_CHARACTERS])
    begun = (card for card in cards_in(capture.head) if card.begins and re.match(card.begins, capture.head))
    return any(reader.owner_in and reader.detect(capture) for reader in (card.reader() for card in begun))


def _names_nothing(name: str) -> bool:
    return name.lower() in _NO_MACHINES or is_phase(name) or is_category(name) or is_part(name)


def _occurs(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w\-]){re.escape(name)}(?![\w\-])", text) is not None


def _with_like_next_lines(text: str, found: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """Return the lines with nothing but a name above lines that differ in numbers only: other words may be values inside an output."""
    names: defaultdict[str, set[str]] = defaultdict(set)
    lines = [re.sub(r"\d+", "0", _NEXT_LINE.match(text, match.end())[0].strip()) for match in found]  # type: ignore[index]
    for match, line in zip(found, lines, strict=True):
        names[line].add(match["name"])
    # Speeds are listed below each other.
    return [
        match
        for match, line in zip(found, lines, strict=True)
        if len(names[line]) > 1 and (not match["name"][0].isdigit() or is_address(match["name"]))
    ]


def _is_object(name: str) -> bool:
    return is_object(name) or _PART.match(name) is not None or _PRINTED_PART.fullmatch(name) is not None


def _verdict(text: str, found: Sequence[re.Match[str]], *, announced: bool = False, sure: bool = False) -> _Verdict:
    """Return what lines are: those of machines have different names above outputs of one format, and not all of the names occur in those outputs.

    Letters and words of commands name machines only if a word announces them, as in ``Host: x``; parts of arrays have such names.
    If the lines are ``sure`` to be about machines or outputs, the names count machines (db01, db02), or an output prints the
    name above it as that of its machine, the formats may differ; otherwise it is unclear.
    """
    headings = {match["name"].lower() for match in found}
    if len(headings) < 2 or headings & _NO_MACHINES:
        return _Verdict.OTHER
    general = [is_category(name) or is_part(name) for name in headings]
    if all(general) and not announced:
        return _Verdict.OTHER
    names: defaultdict[str, set[str]] = defaultdict(set)
    inside: list[bool] = []
    prints_name = False
    ends = [*(match.start() for match in found[1:]), len(text)]
    for match, end in zip(found[:_COMPARED], ends, strict=False):
        body = text[match.end() : end]
        head = body[:HEAD_CHARACTERS]
        claim = best_claim(Capture(head), cards_in(head))
        # A document that says what is to be configured is not an output.
        noun = noun_of(claim[1].platform) if claim is not None else None
        if (
            claim is not None
            and noun in (("host", "switch") if all(general) else ("host", "switch", "array"))
            and claim[1].intent is None
        ):
            names[claim[1].name].add(match["name"])
            others = (
                text[one.end() : until] for one, until in zip(found, ends, strict=True) if one["name"] != match["name"]
            )
            # A host that several arrays list may have the name of one of them; a volume occurs below its own heading only.
            stated = claim[1].owner_in(body) if claim[1].owner_in is not None else None
            prints_name = prints_name or (stated is not None and stated.lower() == match["name"].lower())
            inside.append(
                _occurs(match["name"], body)
                and not any(_occurs(match["name"], other) for other in islice(others, _OTHERS))
            )
    headed = set().union(*names.values())
    several = len(headed) > 1 and not any(map(is_phase, headed))
    if prints_name and several:
        return _Verdict.MACHINES
    if any(len(found) > 1 for found in names.values()) or (several and (sure or _count_machines(headed))):
        return _Verdict.OTHER if all(inside) else _Verdict.MACHINES
    return _Verdict.UNCLEAR if several and not any(inside) and not any(general) else _Verdict.OTHER


def _count_machines(names: Set[str]) -> bool:
    """Whether names are addresses or differ in numbers only, as those of machines do: db01 and db02."""
    if all(map(is_address, names)):
        return True
    hosts = {name.partition(".")[0] for name in names}
    return len({re.sub(r"\d+", "0", host) for host in hosts}) == 1 and all(map(is_numbered, hosts))


def _are_facts(text: str, found: Sequence[re.Match[str]], end: int | None) -> bool:
    """Whether lines belong to the format of the text around them: a reader finds facts in them, or takes names of objects from them."""
    start = found[0].start()
    probe = text[start:end][:_PROBED]
    without = text[found[0].end() : end][:_PROBED]
    claim = best_claim(Capture(probe), cards_in(probe)) or best_claim(Capture(without), cards_in(without))
    if claim is None:
        return True
    facts = _facts(claim[1], probe)
    # Some readers state facts about the whole machine at the first line.
    lines = {1 + text.count("\n", start, match.start()) for match in found[1:]}
    if any(not lines.isdisjoint(chunk.line) for chunk in facts.chunks()):
        return True
    names = {match["name"] for match in found} & _values(facts)
    if not names:
        return False
    # A host or view that the outputs list may have the name of a machine.
    for match in reversed(found):
        probe = probe[: match.start() - start] + probe[match.end() - start :]
    return not names <= _values(_facts(claim[1], probe))


def _facts(reader: Reader, text: str) -> Observations:
    found = Observations()
    read_capture(reader, Capture(text), found, 0)
    return found


def _values(facts: Observations) -> set[str]:
    return {str(value) for chunk in facts.chunks() for values in chunk.values for value in values}
