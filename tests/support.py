"""How tests above the readers start: texts in, a resolved store out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from checker.audit import Options, Session
from checker.audit.model import Model
from checker.audit.reading import build_store
from checker.facts.observations import Observations
from checker.facts.store.store import Store
from checker.intake.owners.hints import SourceHint
from checker.intake.pool import Intake, read_all
from checker.intake.read import read_text
from checker.intake.record import SECTIONS_A_FILE
from checker.intake.sources import sources_of


def intake_of(texts: Mapping[str, str], hints: tuple[SourceHint, ...] = (), *, samples: bool = False) -> Intake:
    """Read texts by file name, in order of their names, as if they lay in one folder called ``san``."""
    intake = Intake(Observations(samples=samples))
    for number, name in enumerate(sorted(texts)):
        inside = ("san", *name.split("/"))
        intake.records.extend(
            read_text(texts[name], name, inside, number * SECTIONS_A_FILE, intake.observations, hints)
        )
    return intake


def store_of(texts: Mapping[str, str], hints: tuple[SourceHint, ...] = ()) -> Store:
    """Read, resolve and place texts."""
    return build_store(intake_of(texts, hints), threads=1)


def store_of_files(folder: Path, texts: Mapping[str, str]) -> Store:
    """Write texts to files, whose paths are compared with each other, and read, resolve and place them."""
    for name, text in texts.items():
        path = folder / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return build_store(read_all(sources_of([str(folder / "in")], folder), folder, jobs=1), threads=1)


def model_of(paths: Sequence[str], options: Options, *, sources: bool = False) -> Model:
    """Read exports and return their merged model."""
    with Session.open(paths, options) as san:
        return san.inventory(sources=sources)


def inventory(body: str) -> str:
    """An inventory of observations with this body."""
    return "sanlint: 1\nobserved: true\n" + body
