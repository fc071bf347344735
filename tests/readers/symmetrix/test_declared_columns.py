"""The columns that Symmetrix readers declare are those that their common writer can fill."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.readers.symmetrix.facts import ArrayWriter, provides


def _written() -> dict[str, set[str]]:
    """The columns of everything that the writer writes."""
    observations = Observations()
    array = ArrayWriter(observations.writer(0, "o"), "000197900123")
    array.port(1, "FA-1D", "4", wwpn="5000097350122804", flags={"C": "enabled"}, views=("v",))
    array.initiator(1, "10000000c9aa0001", wwnn="20000000c9aa0001", host="esx01", registered=True, views=("v",))
    array.director(1, "FA-1D", "Online", "1")
    found: dict[str, set[str]] = {}
    for chunk in observations.chunks():
        found.setdefault(chunk.kind, set()).update(chunk.columns)
    return found


@pytest.mark.parametrize(
    "kind", ["target_port", "registered_initiator", "director", "engine", "mask_port", "mask_initiator"]
)
def test_no_column_is_declared_that_nothing_writes(kind: str) -> None:
    assert set(provides(kind)[kind]) == _written()[kind]
