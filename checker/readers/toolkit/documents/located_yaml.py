"""Parse YAML with line numbers: plain values whose mappings and lists have their lines.

Values are built from parser events, which takes a fraction of the memory of a node tree. Only plain data is accepted:
tags are ignored, aliases are limited, duplicate keys are rejected. The keys of ``<<: *base`` are those of ``base``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from checker.readers.toolkit.documents import plain_yaml
from checker.readers.toolkit.documents.located import ListBuilder, LocatedDict, LocatedList, Shapes, located_dict
from checker.readers.toolkit.documents.located_json import MAX_DEPTH
from checker.readers.toolkit.documents.shallow_yaml import shallow
from checker.readers.toolkit.documents.yaml_scalars import Event, NotPlainError
from checker.readers.toolkit.numbers import decimal, whole

MAX_VALUES = 5_000_000
"""Limit of values per document; nested aliases could otherwise exhaust memory."""

COMPLETE_CHARACTERS = 64 * 1024
"""Longest text for the complete parser, which takes ten times as long as the plain one."""

_REPEATED = 50_000
_CHARACTERS_A_REPEATED = 4
_SHORT = 64
_MERGE = "<<"
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})\Z")
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?\Z")
_BEGINS = frozenset(["mapping", "sequence"])
_KINDS = {
    "DocumentStartEvent": "document", "MappingStartEvent": "mapping", "SequenceStartEvent": "sequence", "ScalarEvent": "scalar",
    "AliasEvent": "alias", "MappingEndEvent": "end", "SequenceEndEvent": "end",
}  # fmt: skip
_WORDS: dict[str, object] = {"": None, "~": None, "null": None, "true": True, "false": False}


class YamlProblem(ValueError):  # noqa: N818 - a problem in the input, reported as such
    """Raised for YAML that is invalid or not supported, with its ``line``."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def parse(text: str, first_line: int = 1) -> Any:
    """Parse one YAML document.

    Raises:
        YamlProblem: syntax error, duplicate key, too deep or too large; with its line.
    """
    try:
        return _only(_Builder(plain_yaml.events(text), text, first_line, MAX_VALUES, last_wins=False))
    except NotPlainError as stopped:
        events = _complete(text, first_line, stopped.line)
        return _only(_Builder(events, text, first_line, MAX_VALUES, last_wins=False))


def parse_all(
    text: str, first_line: int = 1, most_values: int = MAX_VALUES, *, only_texts: bool = False
) -> Iterator[Any]:
    """Yield every document of a stream; the last of duplicate keys wins, as in tools that execute YAML.

    ``only_texts`` keeps numbers and truth values as printed. Values with a custom tag (``!vault``) are None: they are secrets or need the tool that defines the tag.

    Raises:
        YamlProblem: syntax error, too deep or more than ``most_values`` values; with its line. Earlier documents are yielded first.
    """
    try:
        yield from _Builder(
            plain_yaml.events(text), text, first_line, most_values, last_wins=True, only_texts=only_texts
        ).documents()
    except NotPlainError as stopped:
        # Earlier documents are complete; the complete parser begins with the one that stopped the plain one.
        rest = "\n".join(text.split("\n")[stopped.document :])
        begin = first_line + stopped.document
        yield from _Builder(
            _complete(rest, begin, stopped.line - stopped.document),
            rest, begin, most_values, last_wins=True, only_texts=only_texts,
        ).documents()  # fmt: skip


def _only(builder: _Builder) -> Any:
    if not builder.begin():
        return None
    value = builder.document()
    if builder.begin():
        raise YamlProblem(builder.line, "contains more than one document")
    return value


def problem_of(error: Exception, first_line: int) -> YamlProblem:
    """Return an error of the complete parser as a problem with its line."""
    from ruamel.yaml.error import MarkedYAMLError

    if isinstance(error, MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        return YamlProblem(first_line + (mark.line if mark else 0), str(error.problem or "syntax error"))
    return YamlProblem(first_line, str(error).split("\n")[0])


class _Builder:
    """Builds values from parser events: a node tree would take fifty times the size of the text."""

    def __init__(
        self, events: Iterator[Event], text: str, first_line: int, most_values: int,
        *, last_wins: bool, only_texts: bool = False,
    ) -> None:  # fmt: skip
        self._events = events
        self._most_repeated = _REPEATED + len(text) // _CHARACTERS_A_REPEATED
        self._repeated = 0
        self._aliases = 0
        self._first_line = first_line
        self._most_values = most_values
        self._last_wins = last_wins
        self._only_texts = only_texts
        self._count = 0
        self._texts: dict[str, str] = {}
        self._shapes = Shapes()
        # By anchor: a list of events, and the index in it where the anchored value begins.
        self._anchors: dict[str, tuple[list[Event], int]] = {}
        self.line = first_line

    def begin(self) -> bool:
        """Move to the next document; FALSE at the end of the stream."""
        for event in self._events:
            if event.kind == "document":
                self._anchors = {}
                self.line = self._first_line + event.line
                return True
        return False

    def documents(self) -> Iterator[Any]:
        """Yield the values of all documents."""
        while self.begin():
            yield self.document()

    def document(self) -> Any:
        """Return the value of the current document."""
        return self._value(next(self._events), self._events, 0)[0]

    def _value(self, event: Event, events: Iterator[Event], depth: int) -> tuple[Any, int]:
        """Return the value that begins with an event, and its line; for an alias, the line of the anchor."""
        if event.kind == "alias":
            known, place = self._named(event)
            self._aliases += 1
            value = self._value(known[place], (known[at] for at in range(place + 1, len(known))), depth)
            self._aliases -= 1
            return value
        if event.anchor is not None and events is self._events:
            # The events of an anchored value are stored, and the value is rebuilt for every alias.
            kept = [event, *_rest_of(event, events)]
            for place, inner in enumerate(kept):
                if inner.kind != "alias" and inner.anchor is not None:
                    self._anchors[inner.anchor] = (kept, place)
            events = iter(kept[1:])
        self._count += 1
        line = self._first_line + event.line
        if depth > MAX_DEPTH:
            raise YamlProblem(line, f"nested deeper than {MAX_DEPTH}")
        if self._count > self._most_values:
            raise YamlProblem(line, f"more than {self._most_values} values, aliases expanded")
        if self._aliases:
            self._repeated += 1
            if self._repeated > self._most_repeated:
                raise YamlProblem(line, f"aliases repeat more than {self._most_repeated:,} values: write them out")
        if event.kind == "scalar":
            return self._scalar(event), line
        return (self._list if event.kind == "sequence" else self._mapping)(line, events, depth), line

    def _scalar(self, event: Event) -> object:
        if self._last_wins and event.tag is not None and event.tag.startswith("!") and event.tag != "!":
            return None
        value = _scalar(event)
        if self._only_texts and value is not None:
            value = event.value
        return self._once(value) if isinstance(value, str) else value

    def _once(self, text: str) -> str:
        # Many mappings share the same keys and states; store each string once.
        return self._texts.setdefault(text, text) if len(text) < _SHORT else text

    def _list(self, line: int, events: Iterator[Event], depth: int) -> LocatedList:
        items = ListBuilder(line)
        for event in events:
            if event.kind == "end":
                break
            items.append(*self._value(event, events, depth + 1))
        return items.built()

    def _mapping(self, line: int, events: Iterator[Event], depth: int) -> LocatedDict:
        found: dict[str, Any] = {}
        lines: dict[str, int] = {}
        merged: list[LocatedDict] = []
        for event in events:
            if event.kind == "end":
                break
            key, key_line = self._key(event, events)
            if key == _MERGE and event.style is None and event.kind == "scalar":
                merged += self._merged(self._value(next(events), events, depth + 1)[0], key_line)
                continue
            if key in found and not self._last_wins:
                raise YamlProblem(key_line, f"duplicate key {key!r}")
            found[key] = self._value(next(events), events, depth + 1)[0]
            lines[key] = key_line
        for one in merged:
            for key, value in one.items():
                if key not in found:
                    found[key], lines[key] = value, one.key_lines[key]
        return located_dict(found, line, self._shapes.places(lines, lines.values(), line))

    def _merged(self, value: object, line: int) -> list[LocatedDict]:
        """Return the mappings after ``<<``: the keys of earlier ones win, and those of the mapping itself over all."""
        items = value if isinstance(value, LocatedList) else [value]
        mappings = [one for one in items if isinstance(one, LocatedDict)]
        if len(mappings) < len(items):
            raise YamlProblem(line, f"{_MERGE!r} needs a mapping, or a list of mappings")
        return mappings

    def _named(self, alias: Event) -> tuple[list[Event], int]:
        found = self._anchors.get(alias.anchor or "")
        if found is None:
            raise YamlProblem(self._first_line + alias.line, f"undefined alias {alias.anchor!r}")
        return found

    def _key(self, event: Event, events: Iterator[Event]) -> tuple[str, int]:
        line = self._first_line + event.line
        if event.kind == "alias":
            known, place = self._named(event)
            event = known[place]
            line = self._first_line + event.line
        elif event.anchor is not None and events is self._events:
            self._anchors[event.anchor] = ([event], 0)
        if event.kind != "scalar":
            raise YamlProblem(line, "a key must be plain text")
        return self._once(event.value), line


def _complete(text: str, first_line: int, stopped: int) -> Iterator[Event]:
    """Yield the events of any YAML, unless it is too long; ``stopped`` is the line that the plain parser rejected.

    Raises:
        YamlProblem: invalid, or too long; with its line.
    """
    if len(text) > COMPLETE_CHARACTERS:
        raise YamlProblem(
            first_line + stopped,
            "a syntax error, or syntax that is read only up to"
            f" {COMPLETE_CHARACTERS // 1024} KiB (such as '? key', '!!tag' or tabs): rewrite this line",
        )
    yield from _events(text, first_line)


def _events(text: str, first_line: int) -> Iterator[Event]:
    """Yield the events of any YAML."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        parsed: Any
        for parsed in shallow(YAML(typ="safe", pure=True), MAX_DEPTH).parse(text):
            kind = _KINDS.get(type(parsed).__name__, "")
            if kind:
                value, style, tag, anchor = (
                    getattr(parsed, name, None) for name in ("value", "style", "tag", "anchor")
                )
                yield Event(kind, parsed.start_mark.line, value or "", style, None if tag is None else str(tag), anchor)
    except (YAMLError, ValueError) as error:
        raise problem_of(error, first_line) from None


def _rest_of(event: Event, events: Iterator[Event]) -> Iterator[Event]:
    """Yield the events after one, up to the end of the list or mapping that it begins."""
    depth = 1 if event.kind in _BEGINS else 0
    while depth:
        event = next(events)
        depth += (event.kind in _BEGINS) - (event.kind == "end")
        yield event


def _scalar(event: Event) -> object:
    text: str = event.value
    # Quoted and block scalars are always texts.
    if event.style is not None and event.style in "'\"|>":
        return text
    lower = text.lower()
    if lower in _WORDS:
        return _WORDS[lower]
    if _INT.match(text):
        return whole(text)
    # Sixteen digits with one "e" are a world wide name, not a number with an exponent.
    if _FLOAT.match(text) and ("." in text or (len(text) < 16 and any(c in text for c in "eE"))):
        try:
            return decimal(text)
        except ValueError:
            return text
    return text
