"""Owner and time of a capture, from the configuration, its text, its headers, the bundle or the path."""

from __future__ import annotations

import fnmatch
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain

from checker.facts.platforms import OPERATING_SYSTEMS, is_unnamed, noun_of
from checker.facts.values import is_name
from checker.intake.owners.hints import SourceHint
from checker.intake.owners.naming import owner_by_path
from checker.intake.owners.unnamed import below, queried_from, unnamed
from checker.intake.owners.words.path_words import DAY, DAY_FIRST
from checker.intake.sections.section import BELOW, Section
from checker.intake.walk import SourceFile
from checker.readers.toolkit.base import Detection, Reader

NO_NAMES = frozenset({"localhost", "switch", "localhost.localdomain", "admin", "root", "user"})
"""Default host names, which do not identify a machine."""
REMOTELY_QUERIED = frozenset(
    ["symmetrix", "clariion", "unity", "powerstore", "pure", "xtremio", "vplex", "hitachi", "infinidat"]
)
"""Platforms whose commands run on a management host, so that the prompt names the wrong machine."""
_ADDRESS = re.compile(
    r"(?:^|[ /])(?:naviseccli|navicli|uemcli|pureuser)\b[^\n]{0,200}? -(?:h|d|address|destination) +([\w.:\-]{1,253})"
)

_SHOWS = re.compile(
    r"(?i)(?:sudo +)?(?:cat|zcat|more|less|head|tail|type|gc|get-content)(?: +-[\w.]{1,20})* +['\"]?(?P<file>[^\s'\"|;<>]{1,500})"
)
_OF_SYSTEM = re.compile(r"/(?:etc|proc|sys|usr|boot|run|dev|var/log|vmfs|scratch)/|~/\.")
"""Files in which a system itself keeps its settings, states and messages."""


@dataclass
class Piece:
    """One part of a file, its reader, its owner, and the owners with their basis that weaker evidence suggests.

    ``assumed`` means that other parts of the file name the owner, or the line of another command above that command's output.
    """

    section: Section
    reader: Reader
    detection: Detection | None
    owner: str | None = None
    basis: str = "path"
    weaker: Sequence[tuple[str, str]] = ()
    assumed: bool = False

    @property
    def heading(self) -> str | None:
        """The heading above it, in lower case, if that may name a machine or a part of one."""
        found = self.section.header.get(BELOW)
        return found and found.lower()


def assign_owners(pieces: Sequence[Piece], source: SourceFile, hint: SourceHint | None) -> None:
    """Set the owner of every part of one file, and how it was determined.

    A part whose command ran on several or unnamed machines keeps no owner unless its content or the configuration names one.
    """
    for piece in pieces:
        candidates = _with_domain([one for one in _candidates(piece, source, hint) if is_name(one[0])], source)
        if candidates:
            piece.owner, piece.basis = candidates[0]
            piece.weaker = candidates[1:]
            piece.assumed = piece.basis == "prompt" and not _is_first_output(piece)
    # If a file names exactly one machine of a platform, all its parts of that platform belong to that machine, unless
    # they are below different headings.
    names: defaultdict[tuple[str, str | None], set[str]] = defaultdict(set)
    for piece in pieces:
        if piece.owner:
            names[piece.reader.platform, piece.heading].add(piece.owner)
    before: dict[tuple[str, str | None], str] = {}
    by_path: dict[str, str] = {}
    via = _hosts_of_queries(pieces)
    own = _names_printed(pieces)
    for piece in pieces:
        platform = piece.reader.platform
        here, above = (platform, piece.heading), (platform, None)
        if not piece.owner and not piece.section.elsewhere:
            others = names[here] | names[above]
            if platform in OPERATING_SYSTEMS:
                others = others | own[piece.heading] | own[None]
            if piece.section.left:
                # The file may be named after the machine that was logged in to.
                named = source.by_path or owner_by_path(source.inside, piece.reader)
                noun = noun_of(platform)
                piece.owner = named if noun is None or is_unnamed(named) else unnamed(noun, source.inside[-1])
            elif len(others) == 1:
                piece.owner, piece.basis, piece.assumed = next(iter(others)), "content", True
            elif here in before or above in before:
                piece.owner, piece.basis, piece.assumed = before.get(here) or before[above], "content", True
            else:
                # A file may have thousands of captures of one format.
                if piece.reader.name not in by_path:
                    by_path[piece.reader.name] = source.by_path or owner_by_path(source.inside, piece.reader)
                piece.owner, piece.basis = by_path[piece.reader.name], "path"
                if is_unnamed(piece.owner):
                    piece.owner = _in_part(piece, source, several=len(via[platform]) > 1)
        if piece.owner and piece.basis != "path":
            before[here] = piece.owner


def _with_domain(candidates: list[tuple[str, str]], source: SourceFile) -> list[tuple[str, str]]:
    """Return the names, the first with the domain that a weaker one adds to it: two domains may have a db01."""
    if not candidates or "." in candidates[0][0] or candidates[0][1] not in ("content", "prompt"):
        return candidates
    name, basis = candidates[0]
    others = [*(other for other, _ in candidates[1:]), source.full_name or ""]
    full = next((other for other in others if other.lower().startswith(f"{name.lower()}.")), None)
    return candidates if full is None else [(full, basis), *candidates]


def _is_first_output(piece: Piece) -> bool:
    """Return whether a piece directly follows a command that prints its format."""
    words = set(re.findall(r"[\w./\-]+", piece.section.command or ""))
    known = {word for command in (piece.reader.command, *piece.reader.also) for word in command.split()}
    return not piece.section.follows and (not words or not words.isdisjoint(known))


def _names_printed(pieces: Sequence[Piece]) -> defaultdict[str | None, set[str]]:
    """Return the names that ``hostname`` printed on the machine of the session, where its prompts name none and no one had logged in elsewhere, by heading."""
    found: defaultdict[str | None, set[str]] = defaultdict(set)
    for piece in pieces:
        section = piece.section
        if (
            piece.owner
            and piece.basis == "content"
            and piece.reader.platform == "unix"
            and not (section.host or section.elsewhere or section.left)
        ):
            found[piece.heading].add(piece.owner)
    return found


def _in_part(piece: Piece, source: SourceFile, *, several: bool) -> str:
    """Return the name of the unknown machine of a piece: those below different headings, and arrays that ``several`` hosts asked, may be others."""
    owner = piece.owner or ""
    if piece.heading is not None and (noun := noun_of(piece.reader.platform)) is not None:
        owner = below(unnamed(noun, "/".join(source.inside[1:]) or source.name), piece.heading)
    return queried_from(owner, piece.section.host) if several and piece.section.host else owner


def _hosts_of_queries(pieces: Sequence[Piece]) -> dict[str, set[str]]:
    """Return the hosts on which the commands ran that query an array without naming it, by platform of the array."""
    found: dict[str, set[str]] = {piece.reader.platform: set() for piece in pieces}
    for piece in pieces:
        if not piece.owner and piece.reader.platform in REMOTELY_QUERIED and piece.section.host:
            found[piece.reader.platform].add(piece.section.host)
    return found


def _candidates(piece: Piece, source: SourceFile, hint: SourceHint | None) -> Iterator[tuple[str, str]]:
    """Names of the machine with their basis, the strongest evidence first, without the path."""
    if hint and hint.owner:
        yield hint.owner, "config"
    named = piece.reader.owner_in(piece.section.text) if piece.reader.owner_in else None
    # Hosts without a name all print this one; switches print their WWN with it.
    if named and named.partition(".")[0].lower() != "localhost":
        yield named, "content"
    if address := address_of(piece):
        yield address, "content"
    if host_of_prompt := _prompt(piece):
        yield host_of_prompt, "prompt"
    if piece.section.elsewhere:
        return
    if in_header := piece.section.header.get("host"):
        yield in_header, "header"
    if named := _file_above(piece):
        yield named, "header"
    if source.owner:
        yield source.owner, "bundle"


def address_of(piece: Piece) -> str | None:
    """Return the address that an export prints, at which its machine was reached."""
    return piece.reader.address_in(piece.section.text) if piece.reader.address_in else None


def _file_above(piece: Piece) -> str | None:
    """Return the machine that the name of a file names which ``head`` or ``more`` printed above the file's content."""
    file = _shown_file(piece) or piece.section.header.get("file")
    if file is None:
        return None
    components = file.replace("\\", "/").split("/")
    # The last folder counts if the file is named after its command.
    for inside in (components[-1:], components[-2:]):
        owner = owner_by_path(("", *inside), piece.reader)
        if inside[-1] and not is_unnamed(owner):
            return owner
    return None


def _shown_file(piece: Piece) -> str | None:
    """Return the file with an earlier output that the command shows: ``cat db07_lspath.txt`` may have been typed on any machine.

    Files in which a system keeps its own settings (``cat multipath.conf``) are those of the machine itself.
    """
    found = _SHOWS.match(piece.section.command or "")
    if found is None or _OF_SYSTEM.match(found["file"]):
        return None
    name = found["file"].rpartition("/")[2]
    own = (word.rpartition("/")[2] for word in piece.reader.command.split() if "/" in word)
    return None if any(fnmatch.fnmatchcase(name, one) for one in own if one.strip("*")) else found["file"]


def _prompt(piece: Piece) -> str | None:
    """Return the machine named by the prompt or by the address in the command; none above an output that is older than it."""
    if _shown_file(piece) is not None:
        return None
    # Purity commands exist only on the array; on other hosts the command line begins with ssh.
    on_array = piece.reader.platform == "pure" and (piece.section.command or "").startswith("pure")
    if piece.reader.platform in REMOTELY_QUERIED and not on_array:
        found = _ADDRESS.search(piece.section.command or "")
        return found.group(1) if found else None
    host = piece.section.host
    return host if host and host.lower() not in NO_NAMES else None


def time_of(piece: Piece, source: SourceFile, hint: SourceHint | None) -> datetime | None:
    """Return the time of collection from the configuration, the text, its header, the bundle or a dated path."""
    if hint and hint.captured_at:
        return hint.captured_at
    text = piece.section.text
    printed = piece.reader.captured_in(text) if piece.reader.captured_in else None
    return (
        printed or _header_time(piece.section.header.get("captured_at")) or source.captured_at or _dated(source.inside)
    )


def _header_time(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _dated(inside: Sequence[str]) -> datetime | None:
    """Return the date in the innermost dated folder or file name, in UTC; midnight if it has no time of day."""
    for component in reversed(inside):
        for found in chain(DAY.finditer(component), DAY_FIRST.finditer(component)):
            moment = _moment(found)
            if moment is not None:
                return moment
    return None


def _moment(found: re.Match[str]) -> datetime | None:
    parts = {name: int(value) for name, value in found.groupdict(default="0").items() if name != "dash"}
    year = parts["year"] if parts["year"] > 99 else 2000 + parts["year"]
    times = (parts.get("hour", 0), parts.get("minute", 0), parts.get("second", 0))
    try:
        return datetime(year, parts["month"], parts["day"], *times, tzinfo=UTC)
    except ValueError:
        return None
