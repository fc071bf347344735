"""The port of a controller in the words of its administrators, in Python and in SQL."""

from __future__ import annotations

import pytest

from checker.facts.port_place import port_place
from checker.facts.products import macros
from checker.facts.store.store import Store


@pytest.mark.parametrize(
    ("director", "port", "place"),
    [
        ("director-1-1-A", "A0-FC00", "director-1-1-A A0-FC00"),
        ("0", "2:1", "0:2:1"),
        ("SP A", "0", "SP A 0"),
        ("node1", "2", "node1 port 2"),
        ("1", "FC3", "1 FC3"),
        ("0", "20:01:00:02:ac:00:29:a7", "0 20:01:00:02:ac:00:29:a7"),
    ],
)
def test_node_slot_and_port_are_one_position(director: str, port: str, place: str) -> None:
    assert port_place(director, port) == place
    store = Store()
    store.execute(macros())
    assert store.rows("SELECT port_place(?, ?)", [director, port]) == [(place,)]
    store.close()


def test_what_is_known_remains() -> None:
    assert (port_place(None, "0:1"), port_place("0", None), port_place(None, None)) == ("0:1", "0", "")
