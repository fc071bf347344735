"""A text that ends inside a word has an incomplete record there, not another value."""

from __future__ import annotations

import pytest

from checker.intake.decode import decode
from tests import folders
from tests.readers.harness import best_reader, facts, read

CUT = [
    ("3par-shownode-ps.txt", "Degraded"), ("brocade-hashow.txt", "Healthy"), ("brocade-switchshow.txt", "Online"), ("clariion-getcrus.txt", "Faulted"), ("oceanstor-controller.txt", "Normal"),
]  # fmt: skip


@pytest.mark.parametrize(("sample", "word"), CUT)
@pytest.mark.parametrize("left", [3, 4])
def test_the_beginning_of_a_state_is_no_value(sample: str, word: str, left: int) -> None:
    text = decode((folders.SAMPLES / sample).read_bytes())
    name = best_reader(text)
    assert name is not None
    whole = text[: text.rindex(word) + len(word)]
    cut = read(name, whole[: left - len(word)])
    assert facts(cut) <= facts(read(name, f"{whole}\n")) | facts(read(name, whole.rpartition("\n")[0] + "\n"))
    assert cut.ends_inside_record
    assert f"truncated inside a word: {word[:left]}" in [note.text for note in cut.notes]


@pytest.mark.parametrize(
    "sample",
    ["brocade-switchshow.txt", "clariion-getcrus.txt", "nxos-show-zone.txt", "vplex-ll-ports.txt", "linux-lsblk.txt"],
)
def test_whole_words_at_the_end_of_a_text_are_read_without_a_line_feed(sample: str) -> None:
    lines = decode((folders.SAMPLES / sample).read_bytes()).rstrip("\n").split("\n")
    name = best_reader("\n".join(lines))
    assert name is not None
    for count in range(len(lines) - 4, len(lines) + 1):
        text = "\n".join(lines[:count])
        assert facts(read(name, text)) == facts(read(name, f"{text}\n"))
