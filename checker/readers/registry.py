"""Registry of all readers: every module below ``checker.readers`` that declares ``READERS``.

The data for choosing a reader (needles, command, provided columns) is cached as cards, so that checking one file imports
only the readers it may need. The cards are rebuilt when a reader file changes.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any

from checker import __version__, plugins
from checker import cache as private_cache
from checker.readers.toolkit.base import Capture, Detection, Reader

CERTAIN = 90
"""Lowest score of a claim based on a signature that no other format has (base.Detection)."""
_NOISE = "known_noise.yaml"
_PIECE = 65_536
_LONGEST = 64
"""Characters of a needle that are looked for among the words of a text."""
_RUN = 3
_NO_DIGITS = str.maketrans(dict.fromkeys("0123456789", " "))


@dataclass(frozen=True)
class Card:
    """Attributes of a reader that are available without importing it; of each tuple of ``needles``, one must occur.

    ``noise`` is what ``known_noise.yaml`` lists for the format.
    """

    name: str
    module: str
    platform: str
    command: str
    needles: tuple[tuple[str, ...], ...]
    begins: str | None
    provides: Mapping[str, tuple[str, ...]]
    advised: bool
    also: tuple[str, ...]
    noise: tuple[object, ...] = ()

    @cached_property
    def searches(self) -> tuple[tuple[tuple[tuple[str, ...], str], ...], ...]:
        """The needles as texts among the words of a text that contains them; what is in the fewest texts comes first."""
        found = (tuple((_parts(word), word) for word in needle) for needle in self.needles)
        return tuple(sorted(found, key=lambda needle: -min(len("".join(parts)) for parts, _ in needle)))

    @cached_property
    def letters(self) -> frozenset[str]:
        """Runs of letters of which one is among the words of a text that the reader may claim; empty if they are not known."""
        rarest = (
            [max(parts, key=len, default="").strip("\n")[:_RUN] for parts, _ in self.searches[0]]
            if self.needles
            else []
        )
        return frozenset(rarest if all(len(run) == _RUN for run in rarest) else ())

    @cached_property
    def place(self) -> tuple[int, str]:
        """The order in which readers are tried: the most specific needles first."""
        return -sum(min(map(len, needle)) for needle in self.needles), self.name

    def reader(self) -> Reader:
        """Import the reader's module and return the reader."""
        return (_in_module(self.module) if self.module else _of_plugins())[self.name]


@cache
def _in_module(name: str) -> Mapping[str, Reader]:
    return {reader.name: reader for reader in importlib.import_module(name).READERS}


@cache
def cards() -> tuple[Card, ...]:
    """Return the card of every reader, also of plugins, ordered by name.

    Raises:
        ValueError: two built-in readers have the same name.
    """
    built_in = _built_in_cards()
    added = [_card_of(reader, "") for reader in _of_plugins().values()]
    return tuple(sorted((*built_in, *added), key=lambda card: card.name)) if added else built_in


@cache
def _of_plugins() -> Mapping[str, Reader]:
    """Return the readers of plugins by name; those that cannot be used are skipped with a message."""
    found: dict[str, Reader] = {}
    for plugin in plugins.plugins(plugins.READERS):
        from checker.readers.foreign import guarded, wrong_with

        for reader in plugin.load_all():
            problem = wrong_with(reader, {card.name for card in _built_in_cards()} | found.keys())
            if problem is None:
                found[reader.name] = guarded(reader, plugin)
            else:
                plugin.fails(problem)
    return found


@cache
def _built_in_cards() -> tuple[Card, ...]:
    import checker.readers as package

    files = [path for folder in package.__path__ for path in sorted(Path(folder).rglob("*.py"))]
    key = _key([*files, Path(package.__path__[0]) / _NOISE])
    stored = private_cache.load(key, _stored)
    if stored is not None:
        return stored
    built = _make_cards()
    private_cache.write(key, json.dumps([asdict(card) for card in built]).encode())
    return built


def _stored(content: bytes) -> tuple[Card, ...]:
    found = tuple(_card(raw) for raw in json.loads(content))
    modules = {card.module for card in found}
    if not found or not all(module.startswith(f"{__package__}.") for module in modules):
        raise ValueError("not the cards of readers")
    return found


def _key(files: Sequence[Path]) -> str:
    import hashlib

    stats = [(str(path), status.st_size, status.st_mtime_ns) for path in files for status in (path.stat(),)]
    digest = hashlib.sha256(f"{__version__} {stats}".encode()).hexdigest()
    return f"readers-{digest[:40]}.json"


def _card(raw: Mapping[str, Any]) -> Card:
    provides = {kind: tuple(columns) for kind, columns in raw["provides"].items()}
    needles = tuple(tuple(choice) for choice in raw["needles"])
    lists = {name: tuple(raw[name]) for name in ("also", "noise")}
    return Card(**{**raw, "needles": needles, "provides": provides, **lists})


def _make_cards() -> tuple[Card, ...]:
    import pkgutil

    import checker.readers as package
    from checker.readers.toolkit.documents.located_yaml import parse

    noise = parse((Path(package.__path__[0]) / _NOISE).read_text(encoding="utf-8"))
    found: dict[str, Card] = {}
    for module_info in pkgutil.walk_packages(package.__path__, prefix="checker.readers."):
        if module_info.ispkg:
            continue
        module = importlib.import_module(module_info.name)
        for reader in getattr(module, "READERS", ()):
            if reader.name in found:
                raise ValueError(f"duplicate reader name: {reader.name}")
            found[reader.name] = replace(_card_of(reader, module_info.name), noise=tuple(noise.get(reader.name, ())))
    return tuple(found[name] for name in sorted(found))


def _card_of(reader: Reader, module: str) -> Card:
    return Card(
        reader.name,
        module,
        reader.platform,
        reader.command,
        tuple(tuple(needle.split("|")) for needle in reader.needles),
        reader.begins,
        {kind: tuple(columns) for kind, columns in reader.provides.items()},
        reader.advised,
        reader.also,
    )


@cache
def readers() -> tuple[Reader, ...]:
    """Return every reader, ordered by name; imports all of them."""
    return tuple(card.reader() for card in cards())


def noise_of(name: str) -> tuple[object, ...]:
    """Return what ``known_noise.yaml`` lists for a format; plugins have nothing there."""
    return next((card.noise for card in cards() if card.name == name), ())


def reader_named(name: str) -> Reader:
    """Return the reader with that name.

    Raises:
        KeyError: no reader has that name.
    """
    return _by_name()[name].reader()


@cache
def _by_name() -> Mapping[str, Card]:
    return {card.name: card for card in cards()}


def claims(capture: Capture) -> list[tuple[Detection, Reader]]:
    """Return every claim on the capture with its reader, best first; equal scores are ordered by name."""
    fitting = [card.reader() for card in _fitting(None, _searched(capture))]
    return _ordered([(found, reader) for reader in fitting if (found := reader.detect(capture)) is not None])


def _searched(capture: Capture) -> str:
    """Return the text in which needles must occur: the head, and the command, which may name what the output does not."""
    return capture.head if capture.command is None else f"{capture.command}\n{capture.head}"


def _fitting(among: Sequence[Card] | None, head: str) -> list[Card]:
    """Return the cards, of some or of all, whose needles are all in a text with its commands.

    Parts of needles are searched for in the few different words of the text first: most readers are excluded by that, and
    the text is up to a hundred times as long. Written as loops: this runs for every reader and capture, and calls would
    take longer than the comparisons.
    """
    words = _words(head)
    if among is None:
        runs = {words[start : start + _RUN] for start in range(len(words))}
        among = [card for card in cards() if not card.letters or not card.letters.isdisjoint(runs)]
    found = []
    for card in among:
        for needle in card.searches:
            for parts, word in needle:
                for part in parts:
                    if part not in words:
                        break
                else:
                    if parts == (word,) or word in head:
                        break
            else:
                break
        else:
            found.append(card)
    return found


def _words(text: str) -> str:
    """Return the different words of a text between blanks and digits, each in a line; in pieces that overlap, to save memory."""
    found: set[str] = set()
    for start in range(0, len(text), _PIECE):
        found.update(text[start : start + _PIECE + _LONGEST].translate(_NO_DIGITS).split())
    return "\n".join(("", *found, ""))


def _parts(needle: str) -> tuple[str, ...]:
    """Return what is among the words of a text with a needle: the parts of the needle, with a line end where a word ends; the longest first."""
    blank = needle[:_LONGEST].translate(_NO_DIGITS)
    parts = [f"\n{part}\n" for part in blank.split()]
    if parts and not blank[0].isspace():
        parts[0] = parts[0][1:]
    if parts and not blank[-1].isspace():
        parts[-1] = parts[-1][:-1]
    return tuple(sorted(parts, key=len, reverse=True))


def _ordered(found: list[tuple[Detection, Reader]]) -> list[tuple[Detection, Reader]]:
    return sorted(found, key=lambda claim: (-claim[0].score, claim[1].name))


def cards_in(text: str, commands: Collection[str] = (), among: Sequence[Card] | None = None) -> tuple[Card, ...]:
    """Return the cards of the readers that may claim any part of a text, because it contains all their needles.

    Args:
        text: the whole text.
        commands: the commands of its parts, which may not be in the text as they are.
        among: the only possible cards.
    """
    searched = "\n".join((*commands, text)) if commands else text
    return tuple(_fitting(among, searched))


def best_claim(capture: Capture, among: Sequence[Card] | None = None) -> tuple[Detection, Reader] | None:
    """Return the best claim on a capture, or None if no reader claims it; see :func:`claims_on`."""
    return next(iter(claims_on(capture, among)), None)


def claims_on(capture: Capture, among: Sequence[Card] | None = None) -> list[tuple[Detection, Reader]]:
    """Return the claims on a capture, the best first; nothing but the capture decides.

    After a certain claim, only readers of the same platform are tried, because commands of one platform may print each
    other's signatures. The most specific needles come first and readers without needles last, because importing the
    readers of other platforms takes longer than a small check.

    Args:
        capture: the text to recognise.
        among: the readers that are possible, if the caller knows that all others are not: :func:`cards_in` of a text is
            determined once for all its parts.
    """
    fitting = _fitting(among, _searched(capture))
    if len(fitting) > 1:
        fitting.sort(key=attrgetter("place"))
    found: list[tuple[Detection, Reader]] = []
    certain: str | None = None
    for card in fitting:
        if certain is not None and (card.platform != certain or not card.needles):
            continue
        reader = card.reader()
        detection = reader.detect(capture)
        if detection is not None:
            found.append((detection, reader))
            if certain is None and card.needles and detection.score >= CERTAIN:
                certain = card.platform
    return _ordered(found)
