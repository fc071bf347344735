"""Outputs of one command from many machines: pdsh, clush, dsh, pssh, dshbak and others print whose each line or block is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product

from checker.intake.sections.section import Section
from checker.readers.registry import CERTAIN, best_claim
from checker.readers.toolkit.base import Capture

BLOCK = re.compile(
    r"(?m)^(?:(?P<ruler>-{15,16})\n(?P<hosts>[A-Za-z0-9][\w.\-,\[\]]{0,400})(?: \(\d{1,6}\))?\n(?P=ruler)"
    r"|\[\d{1,6}\] \d\d:\d\d:\d\d \[(?:SUCCESS|FAILURE)\] (?P<host>[\w.\-@]{1,253})(?::\d{1,5})?[^\n]{0,200})[ \t]*$"
)
"""The heading that dshbak, ``clush -b`` and ``pssh -i`` print above the output of a machine, or of several with equal output."""
_PREFIX = re.compile(
    r"(?m)^(?:(?P<host>[A-Za-z0-9][\w.\-]{0,63}):|\[(?P<boxed>[A-Za-z][\w.\-]{0,63})\](?: (?:out|err):)?)(?: (?P<text>[^\n]*))?$"
)
"""``db07: line`` of pdsh and others; ``[db07] line`` or ``[db07] out: line`` of Fabric and Rundeck."""
_INDENT = re.compile(r"(?m)^ {4}")
_INDENTED = re.compile(r"(?:(?: {4}[^\n]*|[ \t]*)(?:\n|\Z))*+")
"""The output of a machine below its name, as Salt prints it."""
_MACHINES = 1024
"""Names that a heading, or one bracket of it, may have."""
_FEW = 3
"""Lines per machine that make prefixes names of machines where the command line is not known; keys have fewer."""
_MOST_WORDS = 64
"""Words without a number before lines that are examined; each may be a machine."""
_LARGEST = 200_000_000
"""Characters of all parts together; interleaved output of thousands of machines is longer and is not taken apart."""


def hosts_of_block(match: re.Match[str]) -> str:
    """Return the names in a heading, as printed."""
    return match["hosts"] or match["host"].rpartition("@")[2]


def per_machine(section: Section, most: int = _MACHINES) -> list[Section]:
    """Return one section per machine if the section's lines or heading name machines, otherwise the section alone.

    At most ``most`` for a heading, and never none; the last one notes that there are more.
    """
    if section.host and ("," in section.host or "[" in section.host):
        limit = max(1, min(most, _MACHINES))
        names = list(islice(_expanded(section.host), limit + 1))
        parts = [replace(section, host=name, elsewhere=False) for name in names[:limit]]
        if len(names) > limit:
            more = f"the heading names more than {limit:,} machines; those after {names[limit - 1]} are not read: split the file"
            parts[-1] = replace(parts[-1], note=more)
        return parts
    if "host" in section.header and _INDENTED.fullmatch(section.text):
        section = replace(section, text=_INDENT.sub("", section.text))
    lines = _prefixed(section)
    if lines is None:
        return [section]
    parts = []
    for host, numbered in lines.items():
        first = numbered[0][0]
        # Lines of other machines are blank, so that line numbers stay those of the file.
        rows = [""] * (numbered[-1][0] - first + 1)
        for number, text in numbered:
            rows[number - first] = text
        parts.append(
            replace(
                section, text="\n".join(rows) + "\n", first_line=section.first_line + first, host=host, elsewhere=False
            )
        )
    return parts


def _prefixed(section: Section) -> dict[str, list[tuple[int, str]]] | None:
    """Return the numbered lines of each machine if every line begins with the name of one."""
    head = section.text[:4096].lstrip("\n")
    if not _PREFIX.match(head) or not all(_PREFIX.match(line) for line in head.split("\n")[:-1] if line.strip()):
        return None
    found: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    count = 0
    for number, line in enumerate(section.text.split("\n")):
        if not line.strip():
            continue
        match = _PREFIX.match(line)
        if match is None:
            return None
        found[match["host"] or match["boxed"]].append((number, match["text"] or ""))
        count += 1
    # Of a program such as pdsh, the command that it ran is not known; a loop over hosts prints no names.
    is_fan_out = section.elsewhere and section.command is None
    if not is_fan_out and (count < _FEW * len(found) or not _are_machines(found)):
        return None
    spans = sum(lines[-1][0] - lines[0][0] + 1 for lines in found.values())
    return dict(found) if spans + len(section.text) <= _LARGEST else None


def _are_machines(found: Mapping[str, Sequence[tuple[int, str]]]) -> bool:
    """Whether the words before lines name machines: all have a number, or what follows each is the output of a command.

    Keys of attributes and levels of messages are words without a number, too, but what follows these is no output.
    """
    if all(re.search(r"\d", name) for name in found):
        return True
    if len(found) > _MOST_WORDS:
        return False
    texts = ("\n".join(text for _, text in lines) + "\n" for lines in found.values())
    claims = (best_claim(Capture(text)) for text in texts)
    return all(claim is not None and claim[0].score >= CERTAIN for claim in claims)


def _expanded(hosts: str) -> Iterator[str]:
    """Expand ``db[07-09,12],web1``."""
    for one in re.findall(r"(?:[^,\[\]]|\[[^\]]*\])+", hosts):
        pieces = re.split(r"\[([^\]]*)\]", one)
        yield from map(
            "".join, product(*(islice(_numbers(p), _MACHINES + 1) if i % 2 else [p] for i, p in enumerate(pieces)))
        )


def _numbers(text: str) -> Iterator[str]:
    for part in text.split(","):
        low, dash, high = part.partition("-")
        if dash and low.isdecimal() and high.isdecimal() and int(low) <= int(high):
            yield from (str(number).zfill(len(low)) for number in range(int(low), int(high) + 1))
        else:
            yield part
