"""``symcfg list -dir all`` (``-fa``, ``-sa``, ``-ra``): directors, and ``-port``: their ports.

Enginuity 5671 to 5876 print ``Symbolic Numeric Slot``, HYPERMAX OS and PowerMaxOS engine, cores and ports::

    Symmetrix ID: 000197912345 (Local)

             S Y M M E T R I X    D I R E C T O R S

        Ident  Type          Engine  Cores  Ports  Status
        -----  ------------  ------  -----  -----  ------
        FA-1D  FibreChannel     1     11     12    Online

Ports, new and old; the old letters are ACLX (or VCM), volume set addressing, point to point and FCoE::

      Ident  Port  WWN               Type          Gb/sec  Status
      FA-1D     4  5000097350122804  FibreChannel      16  Online

      Dir    Port  WWN               Flags  Max
                                     AVPF   Speed
      FA-7E   0    50000972C00CBD18  X.X.     N/A
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.symcli.text import GROUP_NAME, Arrays, detector, rows, spaced_title, symcli_reader
from checker.readers.toolkit.base import Capture

_STATUS = re.compile(r"(?:Online|Offline|Dead|Degraded|Probed|Failed|Unknown)\Z", re.IGNORECASE)
_SYMBOLIC = re.compile(r"[0-9]{2}[A-Za-z]\Z")
_WWN = re.compile(r"(?:[0-9A-Fa-fxX*#?]{16}|(?:[0-9A-Fa-f]{2}:){7}[0-9A-Fa-f]{2}|N/A|-)\Z")
_LETTERS = re.compile(r"(?:.*\s)?([A-Z]{3,6})\s+Speed\Z")
_FLAG_OF_LETTER = {"A": "ACLX", "C": "VCM", "V": "V", "P": "PP", "F": "FCOE", "S": "SHOWACLX"}
_HEADER = re.compile(
    r"(?:(?:Ident|Dir|Symbolic|Symb|Speed|Enabled|Addressing|Remote|Local|Port|Flags|Max|Status)\b[\w\s:/().]*"
    r"|[A-Z]{3,6}\s+Speed)\Z"
)
_RDF = re.compile(
    r"\s([0-9A-Za-z*]{12})\s+([0-9]{1,3}) ?\([0-9A-F ]{1,3}\)\s+([0-9]{1,3}) ?\([0-9A-F ]{1,3}\)", re.IGNORECASE
)


def _read(capture: Capture, out: Writer) -> None:
    arrays, letters, first_flag = Arrays(capture, out), "AVPF", "ACLX"
    for number, line in rows(capture, arrays):
        if spaced_title(line):
            arrays.announce(number)
            continue
        tokens = line.split()
        if names.is_director(tokens[0]):
            arrays.announce(number)
            if len(tokens) > 2 and _WWN.match(tokens[2]) and tokens[1].isdecimal():
                _port(arrays, number, tokens, letters, first_flag)
            elif not _director(arrays, number, tokens, line):
                out.unread(number)
            continue
        if match := _RDF.search(f" {line}"):
            arrays.link(number, match.group(1), match.group(2))
        elif _HEADER.match(line):
            if found := _LETTERS.match(line):
                letters = found.group(1)
            if "VCM" in line:
                first_flag = "VCM"
        else:
            out.unread(number)


def _port(arrays: Arrays, line: int, tokens: list[str], letters: str, first_flag: str) -> None:
    rest = tokens[3:]
    marks: Iterable[tuple[str | None, str]] = ()
    kind = speed = status = None
    if rest and re.fullmatch(r"[Xx.]{2,6}", rest[0]):
        marks = zip(map(_FLAG_OF_LETTER.get, letters), rest[0], strict=False)
        speed = rest[1] if len(rest) > 1 else None
    elif rest and rest[0].lower() in ("yes", "no", "n/a") and len(rest) >= 3:
        marks = zip((first_flag, "V", "PP"), rest, strict=False)
    else:
        status = rest.pop() if rest and _STATUS.match(rest[-1]) else None
        speed = rest.pop() if rest and re.fullmatch(r"[0-9.]+|N/A|-", rest[-1]) else None
        kind = " ".join(rest) or None
    flags = {flag: state for flag, mark in marks if flag and (state := facts.flag_state(mark)) is not None}
    # The old layout prints the maximum speed, the new one the port speed.
    arrays.port(
        line, tokens[0], tokens[1], wwpn=tokens[2], kind=kind, port_state=status, speed=None if flags else speed,
        max_speed=speed if flags else None, flags=flags,
    )  # fmt: skip


def _director(arrays: Arrays, line: int, tokens: list[str], whole: str) -> bool:
    rest = tokens[1:]
    status = next((token for token in reversed(rest) if _STATUS.match(token)), None)
    engine = None
    if rest and not _SYMBOLIC.match(rest[0]) and len(rest) >= 5 and all(token.isdecimal() for token in rest[-4:-1]):
        engine = rest[-4]
    elif len(rest) < 2:
        return False
    arrays.director(line, tokens[0], status, engine)
    if match := _RDF.search(f" {whole}"):
        arrays.link(line, match.group(1), match.group(2))
    return True


READERS = (
    symcli_reader(
        "symcfg-directors", "symcfg list -dir all", _read,
        provides=facts.provides(
            "engine director target_port array_setting",
            replication_link="replication_link source_array target_array",
        ),
        detect=detector(
            r"S Y M M E T R I X\s+(?:F I B R E\s+|R D F\s+|S C S I\s+)?D I R E C T O R"
            r"|^[ \t]*Ident\s+(?:Symb(?:olic)?\s+Num|Type\s+Engine|Port\s+WWN)|^[ \t]*Dir\s+Port\s+WWN\s",
            95, "title of a symcfg list of directors", refuse=GROUP_NAME,
        ),
        needles=("D I R E C T O R|Ident|Dir ",), begins=r"^[ \t]*Symm(?:etrix )?ID ?:[^\n]{0,80}\n(?:[ \t]*\n){0,3}[ \t]*S Y M M E T R I X +(?:F I B R E +|R D F +)?D I R",
    ),
)  # fmt: skip
