"""Purity's command line: values of text, CSV and collapsed tables, rows that go on, and what agrees with REST."""

from __future__ import annotations

import re

import pytest

from tests.readers import harness
from tests.readers.array_exports import SAMPLES, rows, sample
from tests.support import intake_of

FILES = sorted(
    path.name for path in SAMPLES.glob("pure-*") if not path.name.startswith("pure-rest") and path.suffix == ".txt"
)
DEVICE = "naa.624a93700123456789abcdef00061010"


@pytest.mark.parametrize("name", FILES)
def test_collapsed_blanks(name: str) -> None:
    """In rows with empty cells only the blanks show the column; elsewhere nothing is lost."""
    reader = name.split(".", maxsplit=1)[0]
    flat = re.sub(r"(?m)^ +", "", re.sub(r" +", " ", sample(name)))
    assert harness.best_reader(flat) == reader
    found, whole = (harness.facts(harness.read(reader, text)) for text in (flat, sample(name)))
    assert found <= whole
    if name in ("pure-purehost.txt", "pure-purevol.txt", "pure-pureport.txt", "pure-purearray.txt"):
        assert found == whole


def test_hosts_with_several_ports() -> None:
    assert [
        (r["initiator_wwpn"], r["host"], r["line"])
        for r in harness.read("pure-purehost", sample("pure-purehost.txt")).observations.rows("registered_initiator")
    ] == [
        ("10000000c9000061", "esx61", 2),
        ("10000000c9000062", "esx61", 3),
        ("10000000c9000063", "esx62", 4),
        ("10000000c9000064", "esx62", 5),
        ("10000000c9000069", "lin66", 7),
    ]
    assert {row["view"] for row in rows("pure-purehost.txt", "mask_initiator")} == {
        "esx61",
        "esx62",
        "lin66",
        "hgroup cluster6",
    }
    assert [row["view"] for row in rows("pure-purehost.groups.txt", "mask_view")] == [
        "hgroup cluster6",
        "hgroup empty7",
    ]


def test_comma_separated_values_part_lists_by_slashes() -> None:
    assert [
        (r["initiator_wwpn"], r["host"], r.get("initiator_type"))
        for r in rows("pure-purehost.csv", "registered_initiator")
    ] == [
        ("10000000c9000061", "esx61", "esxi"),
        ("10000000c9000062", "esx61", "esxi"),
        ("10000000c9000069", "lin66", None),
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pure-connections.txt", [("hgroup cluster6", "ds_61", 10), ("hgroup cluster6", "ds_61", None), ("lin66", "ora_66", 1)]),
        ("pure-connections.host.txt", [("hgroup cluster6", "ds_61", 10), ("esx61", "boot61", 1)]),
        ("pure-connections.new.txt", [("lin67", "ora_67", 1)]),
        ("pure-connections.group.csv", [("hgroup cluster6", "ds_61", 10)]),
    ],
)  # fmt: skip
def test_connections(name: str, expected: list[tuple[str, str, int | None]]) -> None:
    assert [(row["view"], row["volume_name"], row.get("lun")) for row in rows(name, "mask_volume")] == expected


def test_volumes_without_snapshots() -> None:
    assert [
        (row["device"], row["storage_volume"], harness.printed_size(row))
        for row in rows("pure-purevol.txt", "storage_volume")
    ] == [
        (DEVICE, "ds_61", 2 << 40),
        (f"{DEVICE[:-1]}1", "ora_66", 100 << 30),
    ]


def test_ports_and_logins() -> None:
    assert [(row["port_name"], row["target_wwpn"]) for row in rows("pure-pureport.txt", "target_port")] == [
        ("CT0.FC0", "524a937600000000"),
        ("CT1.FC0", "524a937600000010"),
    ]
    assert [
        (row["initiator_wwpn"], row["port_name"], row["target_wwpn"])
        for row in rows("pure-pureport.initiator.txt", "array_login")
    ] == [
        ("10000000c9000061", "CT0.FC0", "524a937600000000"),
        ("10000000c9000061", "CT1.FC0", "524a937600000010"),
        ("10000000c9000069", "CT0.FC0", "524a937600000000"),
    ]


def test_a_session_belongs_to_the_array_that_it_lists() -> None:
    names = {
        "purearray list": "pure-purearray.txt",
        "purearray list --controller": "pure-purearray.controller.txt",
        "purehost list": "pure-purehost.txt",
        "purevol list --connect": "pure-connections.txt",
        "pureport list --initiator": "pure-pureport.initiator.txt",
    }
    text = "".join(f"pureuser@flash06> {command}\n{sample(name)}" for command, name in names.items())
    records = [record for record in intake_of({"session.txt": text}).records if record.format]
    assert [record.format for record in records] == [name.split(".", maxsplit=1)[0] for name in names.values()]
    assert {record.owner for record in records} == {"flash06"}
    assert [record.unread_lines for record in records] == [0] * len(names)
    # Without the listing of the array, its prompt names it, also in indented text.
    text = "".join(f"    {line}\n" for line in text.partition("purehost list")[2].splitlines())
    records = intake_of({"session.txt": f"    pureuser@flash06> purehost list{text}"}).records
    assert [(record.format, record.owner, record.owner_basis) for record in records] == [
        (name, "flash06", "prompt") for name in ("pure-purehost", "pure-connections", "pure-pureport")
    ]
    assert [
        (row["director"], row["operational_status"]) for row in rows("pure-purearray.controller.txt", "director")
    ] == [("CT0", "ready"), ("CT1", "not ready")]


def test_a_port_that_failed_or_has_no_link_says_so() -> None:
    text = sample("pure-purehw.txt") + (
        "CT0.FC1   critical       -         0     1      0.00 b/s    -            -        -\n"
        "CT1.FC0   ok             -         0     0      0.00 b/s    -            -        -\n"
        "CT1.FC1   not_installed  -         0     1      0.00 b/s    -            -        -\n"
    )
    ports = {
        row["port_name"]: (row["health_state"], row.get("port_state"))
        for row in rows("pure-purehw.txt", "target_port", text)
    }
    assert ports == {
        "CT0.FC0": ("ok", "up"),
        "CT0.FC1": ("critical", "down"),
        "CT1.FC0": ("ok", "down"),
        "CT1.FC1": ("not_installed", None),
    }


def test_an_array_without_the_column_of_its_system_is_known_by_its_id() -> None:
    text = harness.sample("pure-purearray.old")
    assert harness.best_reader(text) == "pure-purearray"
    (array,) = harness.read("pure-purearray", text).observations.rows("storage_array")
    assert (array["storage_array"], array["array_version"]) == ("arr1", "6.4.10")
    # Other products list names, ids and versions, too.
    assert harness.best_reader("Name  ID  Version\nweb1  17  6.4.10\n") is None
