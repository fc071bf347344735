"""Every line of every sample is a fact, known noise, or reported; ``silent_lines.yaml`` lists the exceptions.

A silent line might state something that the reader overlooks. Read it, or list its beginning in
``checker/readers/known_noise.yaml`` if no column takes it. After that, refresh the list of exceptions with
``SANLINT_UPDATE_SNAPSHOTS=1 pytest tests/readers/test_silent_lines.py`` and review the difference.
"""

from __future__ import annotations

import os
from collections import defaultdict
from functools import cache

import pytest
import yaml

from checker.intake.accounting.account import MOST_LINES, Account, account
from checker.intake.accounting.lines import beginning_of
from checker.readers.registry import cards, reader_named
from checker.readers.toolkit.base import Capture
from tests import folders
from tests.readers.test_samples import samples, text_of
from tests.thorough import THOROUGH

SILENT = folders.ROOT / "tests" / "readers" / "silent_lines.yaml"
REASONS = {
    "elsewhere": "the reader reads such lines; here another line states the same, or the record is of no use (no WWN, iSCSI)",
    "general": "no column takes the attribute; its name is too general for known_noise.yaml",
    "no_fact": "text, a row or a heading without facts, which has no beginning that known_noise.yaml could list",
}
Silent = dict[str, list[str]]


@cache
def accounted(name: str) -> dict[str, tuple[Account, list[str]]]:
    """The account and the lines of each sample of a format."""
    texts = {path.name: text_of(path) for path in samples()[name]}
    reader = reader_named(name)
    return {
        file: (account(reader, Capture(text, file, owner="owner1")), text.split("\n")) for file, text in texts.items()
    }


def silent(name: str) -> dict[str, Silent]:
    """The beginnings of silent lines by sample and reason."""
    facts = {beginning_of(lines[at - 1]) for one, lines in accounted(name).values() for at in one.facts}
    found: dict[str, Silent] = {}
    for file, (one, lines) in accounted(name).items():
        reasons: defaultdict[str, list[str]] = defaultdict(list)
        for beginning in dict.fromkeys(beginning_of(lines[at - 1]) for at in sorted(one.silent)):
            letters = sum(character.isalpha() for character in beginning)
            general = letters == len(beginning.replace(" ", "").replace("_", "").replace("-", "")) > 1
            reasons["elsewhere" if beginning in facts else "general" if general else "no_fact"].append(beginning)
        if reasons:
            found[file] = {reason: reasons[reason] for reason in REASONS if reason in reasons}
    return found


@cache
def listed() -> dict[str, Silent]:
    return yaml.safe_load(SILENT.read_text(encoding="utf-8"))["samples"] if SILENT.exists() else {}


@pytest.mark.parametrize("name", [card.name for card in cards() if card.name in samples()])
def test_silent_lines_of_samples_are_listed(name: str) -> None:
    found = silent(name)
    if not os.environ.get("SANLINT_UPDATE_SNAPSHOTS"):
        assert found == {path.name: listed()[path.name] for path in samples()[name] if path.name in listed()}


@pytest.mark.parametrize("name", [card.name for card in cards() if card.name in samples()])
def test_facts_noise_skipped_and_silent_lines_are_all_lines(name: str) -> None:
    found = list(accounted(name).values())
    if THOROUGH:
        # Damaged: without some of the lines, and with other words.
        lines = found[0][1]
        for changed in (lines[1::2], [line.replace("e", "x") for line in lines]):
            capture = Capture("\n".join(changed), "x", owner="owner1")
            found += [(account(reader_named(name), capture), changed)]
    for one, lines in found:
        parts = (one.facts, one.noise, one.skipped, one.silent)
        everything = frozenset[int]().union(*parts)
        assert everything == {number for number, line in enumerate(lines[:MOST_LINES], 1) if line.strip()}
        assert sum(map(len, parts)) == len(everything) == one.lines


def test_the_list_names_samples_that_exist() -> None:
    if os.environ.get("SANLINT_UPDATE_SNAPSHOTS"):
        everything = {
            file: lines for card in cards() if card.name in samples() for file, lines in silent(card.name).items()
        }
        head = (
            "# Lines of samples that readers neither read nor report, and that are not known noise, by their beginnings.\n"
            "# Written by tests/readers/test_silent_lines.py (see there).\n"
        )
        text = yaml.safe_dump(
            {"reasons": REASONS, "samples": everything}, sort_keys=False, allow_unicode=True, width=130
        )
        SILENT.write_text(head + text, encoding="utf-8")
        return
    assert set(listed()) <= {path.name for paths in samples().values() for path in paths}


def test_known_noise_belongs_to_formats_that_exist() -> None:
    path = folders.READERS / "known_noise.yaml"
    listed_formats = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert {"clariion-getdisk"} < set(listed_formats) <= {card.name for card in cards()}
