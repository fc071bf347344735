"""How tests above the readers start: texts in, a resolved store out."""

from __future__ import annotations

from collections.abc import Mapping

from checker.audit import build_store
from checker.facts.store import Store
from checker.readers.belongs import SourceHint
from checker.readers.intake import SECTIONS_A_FILE, read_text
from checker.readers.pool import Intake


def intake_of(texts: Mapping[str, str], hints: tuple[SourceHint, ...] = ()) -> Intake:
    """Read texts by file name, in order of their names, as if they lay in one folder called ``san``."""
    intake = Intake()
    for number, name in enumerate(sorted(texts)):
        inside = ("san", *name.split("/"))
        intake.records.extend(
            read_text(texts[name], name, inside, number * SECTIONS_A_FILE, intake.observations, hints)
        )
    return intake


def store_of(texts: Mapping[str, str], hints: tuple[SourceHint, ...] = ()) -> Store:
    """Read, resolve and place texts."""
    return build_store(intake_of(texts, hints), threads=1)


def inventory(body: str) -> str:
    """An inventory of observations with this body."""
    return "sanlint: 1\nobserved: true\n" + body
