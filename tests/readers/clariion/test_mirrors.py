"""MirrorView: mirrors between two arrays, as each of them lists them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.readers import harness
from tests.readers.array_exports import sample
from tests.support import store_of

READER = "clariion-mirror-list"
SYNC, ASYNC = sample("clariion-mirror-list.txt"), sample("clariion-mirror-list.async.txt")


def links(text: str) -> list[dict[str, Any]]:
    result = harness.read(READER, text)
    assert result.unread_lines == 0
    return [{k: v for k, v in row.items() if k != "line"} for row in result.observations.rows("replication_link")]


def test_mirrors_with_the_states_of_their_copies() -> None:
    assert [(link["replication_link"], link["operational_status"], link.get("mode")) for link in links(SYNC)] == [
        ("mv_db01 (50:06:01:60:BB:20:02:C7:04)", "Synchronized", "synchronous"),
        ("mv_db02 (50:06:01:60:BB:20:02:C7:05)", "System Fractured", None),
    ]
    (link,) = links(ASYNC)
    assert (link["operational_status"], link["mode"]) == ("Consistent", "asynchronous")


@pytest.mark.parametrize("text", [SYNC, ASYNC])
def test_lost_indentation_and_blank_lines_change_nothing(text: str) -> None:
    flat = re.sub(r"\n{2,}", "\n", re.sub(r"(?m)^[ \t]+", "", text))
    assert harness.best_reader(flat) == READER
    assert links(flat) == links(text)


def test_both_arrays_list_the_same_mirror() -> None:
    store = store_of({
        "vnx1/mirror.txt": ASYNC.replace("Secondary Copy", "Mirrored"),
        "vnx2/mirror.txt": ASYNC,
    })  # fmt: skip
    assert store.rows("SELECT source_array, target_array, operational_status FROM replication_link") == [
        ("vnx1", "vnx2", "Consistent")
    ]


def test_mirrors_of_one_name_on_two_arrays_are_two_mirrors() -> None:
    other = ASYNC.replace("50:06:01:60:BB:20:02:C7:09", "50:06:01:60:BB:20:99:99:09")
    store = store_of({"vnx1/mirror.txt": ASYNC, "vnx2/mirror.txt": other})
    assert len(store.rows("SELECT * FROM replication_link")) == 2


def test_a_mirror_without_a_copy_has_no_state() -> None:
    text = ASYNC[: ASYNC.index("\nImage UID:  50:06:01:60:BB:20:13:0D")]
    (link,) = links(text)
    assert "operational_status" not in link
