"""Readers of REST answers, made from declarations: each object has a type, and each type has its parts.

::

    POWERSTORE = JsonFamily(
        "powerstore", objects, {"volume": (VOLUME,), "host": (HOST, Each(initiators, INITIATOR, LOGIN))},
        once=Facts("storage_array", storage_array=owner, vendor=const("DellEMC"), family=const("powerstore")),
        indexes=(HOST_NAMES,), ignored=("eth_port", "sas_port"),
    )  # fmt: skip

All objects of a capture are collected first, because they refer to each other by id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, Generic, TypeVar

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations.declared import Index, Part, provided
from checker.readers.toolkit.declarations.family import TypedRecord
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedList, line_of
from checker.readers.toolkit.packed_list import PackedList

R = TypeVar("R", bound=TypedRecord)
_NAME = re.compile(r'"name"\s*:\s*"([^"\\]{1,100})"')
_NAME_CHARACTERS = 65_536


@dataclass(frozen=True)
class Joint(Generic[R]):
    """What follows from all objects of some types together: ``write`` writes it with these parts."""

    types: tuple[str, ...]
    write: Callable[[Iterable[R], Context], None]
    parts: tuple[Part[Any], ...]


@dataclass(frozen=True)
class JsonFamily(Generic[R]):
    """A reader of the objects of one REST interface.

    Attributes:
        platform: platform of the reader.
        objects: yields the objects of a document that begins at a line.
        types: what is written of each type of objects.
        once: facts about the owner of the capture, at the line of the first object, if there are any others.
        indexes: values that objects of other types refer to.
        ignored: types without facts, about which there is no note.
        joints: what follows from all objects of some types together.
    """

    platform: str
    objects: Callable[[Any, int], Iterable[R]]
    types: Mapping[str, tuple[Part[R], ...]]
    once: Part[R] | None = None
    indexes: tuple[Index[R], ...] = ()
    ignored: tuple[str, ...] = ()
    joints: tuple[Joint[R], ...] = ()

    def read(self, capture: Capture, out: Writer) -> None:
        """Read all documents of a capture."""
        found: PackedList[R] = PackedList()
        for document in noted_documents(capture.text, capture.first_line, out):
            found.extend(self.objects(document.value, document.line))
        self.write(found, Context(capture, out, capture.owner))

    def write(self, found: Sequence[R], context: Context) -> None:
        """Write the objects of a capture; one note for each type that is not read."""
        out, before = context.out, context.out.records
        learned = frozenset(chain.from_iterable(index.types for index in self.indexes))
        for item in found if learned else ():
            for index in self.indexes if item.type in learned else ():
                if item.type in index.types:
                    index.learn(item, context)
        quiet = {*self.ignored, *chain.from_iterable(joint.types for joint in self.joints)}
        skipped: dict[str, int] = {}
        for item in found:
            if item.type not in self.types and item.type not in quiet:
                skipped.setdefault(item.type, item.line)
            for part in self.types.get(item.type, ()):
                part.write(item, context)
        for joint in self.joints:
            joint.write((item for item in found if item.type in joint.types), context)
        for kind, line in skipped.items():
            what = f"objects of type {kind}" if kind else "objects of unknown type"
            out.note(line, f"skipped {what}: sanlint reads nothing from them")
        if self.once is not None and out.records > before:
            self.once.write(found[0], context)

    def reader(
        self,
        name: str,
        command: str,
        detect: Callable[[Capture], Detection | None],
        *,
        read: Callable[[Capture, Writer], None] | None = None,
        needles: tuple[str, ...] = ('"', ":"),
        begins: str | None = None,
        owner_in: Callable[[str], str | None] | None = None,
        captured_in: Callable[[str], datetime | None] | None = None,
        verified: bool = True,
        address_in: Callable[[str], str | None] | None = None,
    ) -> Reader:
        """Return the reader; ``read`` replaces the reading of JSON documents. See :class:`Reader` for the arguments."""
        return Reader(
            name=name,
            platform=self.platform,
            command=command,
            provides=provided(
                *chain.from_iterable(self.types.values()),
                *chain.from_iterable(joint.parts for joint in self.joints),
                *((self.once,) if self.once is not None else ()),
            ),
            detect=detect,
            read=read or self.read,
            needles=needles,
            begins=begins,
            owner_in=owner_in,
            captured_in=captured_in,
            verified=verified,
            address_in=address_in,
        )


Signatures = tuple[tuple[str, str], ...]
"""Types of objects, each with the names that only its objects have together (``-name``: one that is missing)."""


def type_by(signatures: Signatures) -> Callable[[Mapping[str, Any]], str]:
    """Return the function that finds the type of an object: the first signature that fits; '' if none does."""
    rules = [
        (
            kind,
            frozenset(name for name in names.split() if not name.startswith("-")),
            frozenset(name[1:] for name in names.split() if name.startswith("-")),
        )
        for kind, names in signatures
    ]

    def type_of(value: Mapping[str, Any]) -> str:
        keys = value.keys()
        return next((kind for kind, present, missing in rules if present <= keys and missing.isdisjoint(keys)), "")

    return type_of


def listed(value: Any, line: int) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the objects of a list, also of lists inside it, or the object itself; each with its line."""
    if isinstance(value, list):
        lines = value.item_lines if isinstance(value, LocatedList) else [line] * len(value)
        for item, place in zip(value, lines, strict=True):
            yield from listed(item, place)
    elif isinstance(value, dict):
        yield value, line_of(value, line)


Claims = tuple[tuple[str, tuple[str, ...]], ...]
"""What an answer is about, each with the texts that only such an answer contains together."""


def by_texts(score: int, claims: Claims) -> Callable[[Capture], Detection | None]:
    """Return the detection of JSON by the texts in the head of a capture; the first claim that fits counts."""

    def detect(capture: Capture) -> Detection | None:
        head = capture.head
        if not head.lstrip().startswith(("{", "[")):
            return None
        reason = next((reason for reason, texts in claims if all(text in head for text in texts)), None)
        return Detection(score, reason) if reason else None

    return detect


def name_in(*needed: str) -> Callable[[str], str | None]:
    """Return the function that finds the name of the system in the head of an answer that contains these texts.

    Without one of the texts, or with several names, it finds none: the answer is not about the system alone.
    """

    def find(content: str) -> str | None:
        head = content[:_NAME_CHARACTERS]
        found: set[str] = set(_NAME.findall(head)) if all(text in head for text in needed) else set()
        return found.pop() if len(found) == 1 else None

    return find
