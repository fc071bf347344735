"""``storage failover show``: which node can take over its partner."""

from __future__ import annotations

from tests.readers.array_exports import sample
from tests.readers.harness import read


def test_takeovers_that_are_possible_impossible_or_last() -> None:
    rows = read("netapp-storage-failover-show", sample("netapp-storage-failover-show.table.txt")).observations.rows(
        "component"
    )
    assert [(row["component"], row["operational_status"]) for row in rows] == [
        ("takeover of cl-02 by cl-01", "possible"),
        ("takeover of cl-01 by cl-02", "not possible"),
        ("takeover of cl-04 by cl-03", "in takeover"),
    ]
    assert rows[1]["health_indications"] == "Waiting for cl-01, Takeover is not possible: NVRAM log not synchronized"


def test_the_listing_of_one_node() -> None:
    (row,) = read("netapp-storage-failover-show", sample("netapp-storage-failover-show.txt")).observations.rows(
        "component"
    )
    assert (row["component_type"], row["component"], row["operational_status"]) == (
        "takeover", "takeover of cl-02 by cl-01", "not possible",
    )  # fmt: skip
