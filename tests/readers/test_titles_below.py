"""A title below an output, before that of the next machine, is no fact: nothing is invented from it, and nothing is lost."""

from __future__ import annotations

import pytest

from checker.intake.decode import decode
from checker.readers.toolkit.base import word_list
from tests import folders
from tests.readers.harness import best_reader, facts, read

_DOCUMENTS = (".json", ".yaml", ".xml", ".ndjson")
TITLES = ("192.0.2.12", "=== db08 ===", "db08:", "### lsblk on db08 ###")
# Rows of tables whose cells may be any words, and values that may continue on the next line: not solved yet.
_NOT_YET = frozenset(
    word_list("""
    brocade-cfgshow clariion-getlun clariion-lun-list netapp-igroup-show netapp-portset-show oceanstor-bbu oceanstor-fan oceanstor-power-supply
    pure-purehost svc-lsfabric vplex-ll-system-volumes windows-get-disk windows-operatingsystem
    """)
)
SAMPLES = sorted(path.name for path in folders.SAMPLES.iterdir() if path.suffix not in _DOCUMENTS)


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_title_below_an_output_changes_no_fact(sample: str) -> None:
    text = decode((folders.SAMPLES / sample).read_bytes()).rstrip("\n")
    name = best_reader(text)
    if name is None or name in _NOT_YET:
        pytest.skip("no reader, or one that takes titles for rows or values")
    expected = facts(read(name, text + "\n"))
    for title in TITLES:
        assert facts(read(name, f"{text}\n{title}\n")) == expected, title
