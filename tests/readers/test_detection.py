"""Recognition over all readers: one reader a file, and what each reader says of itself is true."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from checker.facts.kinds import kinds
from checker.facts.observations import Observations
from checker.intake.decode import decode
from checker.intake.read import read_file, read_text
from checker.intake.sections.split import split_commands
from checker.intake.sources import sources_of
from checker.readers.registry import CERTAIN, cards, cards_in, claims, readers
from checker.readers.toolkit.base import Capture
from tests.readers.harness import corpus_files, needs_corpus


@needs_corpus
@pytest.mark.corpus
def test_no_two_readers_claim_one_text_of_the_corpus_with_equal_right() -> None:
    ties = []
    for path in corpus_files():
        for section in split_commands(decode(path.read_bytes())):
            found = claims(Capture(section.text, path.name, None, section.first_line, command=section.command))
            scores = [claim[0].score for claim in found]
            certain = [claim[1].name for claim in found if claim[0].score >= CERTAIN]
            if (len(scores) > 1 and scores[0] == scores[1]) or len(certain) > 1:
                ties.append(f"{path.name}:{section.first_line}: {[(c[1].name, c[0].score) for c in found[:3]]}")
    assert ties == []


@needs_corpus
@pytest.mark.corpus
def test_every_file_of_the_corpus_is_recognised_and_no_reader_breaks(tmp_path: Path) -> None:
    unrecognised = []
    for number, path in enumerate(corpus_files()):
        records = []
        # Archives and workbooks are unpacked into a private folder, which an audit never shares with another.
        folder = tmp_path / str(number)
        folder.mkdir()
        for source in sources_of([str(path)], folder):
            records += read_file(source, 0, Observations())
        assert [r.failure for r in records if r.failure] == [], path
        if not any(record.format for record in records):
            unrecognised.append(f"{path.parent.name}/{path.name}")
    assert unrecognised == []


@needs_corpus
@pytest.mark.corpus
def test_no_reader_breaks_on_any_file_of_the_corpus() -> None:
    for path in corpus_files():
        records = read_text(decode(path.read_bytes()), path.name, (path.parent.name, path.name), 0, Observations())
        assert [r.failure for r in records if r.failure] == [], path


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
def test_a_reader_provides_only_what_the_model_has(reader) -> None:
    assert reader.provides
    for kind, columns in reader.provides.items():
        assert kind in kinds()
        assert set(columns) <= set(kinds()[kind].column_names), kind


def reader_modules() -> list:
    readers()
    return [
        module
        for name, module in sorted(sys.modules.items())
        if name.startswith("checker.readers.") and hasattr(module, "READERS")
    ]


@pytest.mark.parametrize("module", reader_modules(), ids=lambda module: module.__name__)
def test_a_reader_file_names_its_commands_and_shows_a_sample(module) -> None:
    text = module.__doc__ or ""
    assert all(reader.command for reader in module.READERS)
    assert text.count("\n") >= 3, "the module's doc string shows no sample"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "hello",
        "{}",
        "[]",
        "\x00\x01",
        "a: b\n",
        "<xml/>",
        "Name Value\n---- -----\n",
        "naa.6000\n",
        "# esxcli storage",
    ],
)
def test_small_texts_that_are_not_exports_are_unrecognised_and_reported(text: str) -> None:
    records = read_text(decode(text.encode()), "note.txt", ("san", "note.txt"), 0, Observations())
    assert [record.format for record in records] == [None]
    assert records[0].failure is None


@pytest.mark.parametrize("before", [0, 65_515, 65_530])
def test_a_reader_is_possible_if_all_its_needles_are_in_the_text_wherever_they_are(before: int) -> None:
    choices = sorted({needle for card in cards() for needle in card.needles})
    for first in range(0, len(choices), 40):
        words = [choice[-1] for choice in choices[first : first + 40]]
        # Digits and letters around needles, and one of them cut short.
        text = "z" * before + "7".join(words[:20]) + " x" + "y\n".join(words[20:])[:-2]
        expected = [card for card in cards() if all(any(word in text for word in needle) for needle in card.needles)]
        assert list(cards_in(text)) == expected
