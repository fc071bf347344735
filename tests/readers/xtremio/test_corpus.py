"""XtremIO exports of others: recognised, read whole, with values worked out by eye."""

from __future__ import annotations

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import best_reader, check_types, corpus_file, read

SINGLE = (
    "bricks",
    "clusters",
    "data-protection-groups",
    "events",
    "initiator-groups",
    "initiators",
    "iscsi-portals",
    "lun-maps",
    "ssds",
    "storage-controllers",
    "target-groups",
    "targets",
    "volumes",
    "xenvs",
)
DUMPED = (
    "bricks",
    "clusters",
    "initiator-groups",
    "initiators",
    "lun-maps",
    "storage-controllers",
    "target-groups",
    "targets",
    "volumes",
)
FILES = (
    "xtremio-rest/cinder-1.json",
    *(f"xtremio-rest/ta-a-{kind}.json" for kind in SINGLE),
    *(f"xtremio-rest-dump/ta-array-a-{kind}.ndjson" for kind in DUMPED),
)


@pytest.mark.parametrize("path", FILES)
def test_each_file_is_recognised_and_read(path: str) -> None:
    text = corpus_file(f"arrays/{path}")
    assert best_reader(text) == "xtremio-rest"
    result = read_capture(reader_named("xtremio-rest"), Capture(text=text, owner="xio01"))
    check_types(result)
    assert result.failure is None
    assert result.unread_lines == 0
    assert not result.ends_inside_record
    assert result.observations.rows("bad_value") == []


def test_targets_of_a_dump() -> None:
    ports = read("xtremio-rest", corpus_file("arrays/xtremio-rest-dump/ta-array-a-targets.ndjson")).observations.rows(
        "target_port"
    )
    assert len(ports) == 12
    assert (ports[1]["target_wwpn"], ports[1]["director"], ports[1]["port"], ports[1]["speed_gbps"]) == (
        "21000024ff57ea77",
        "X1-SC1",
        "fc2",
        4.0,
    )
    assert ports[2]["protocol"] == "iscsi" and "target_wwpn" not in ports[2]


def test_a_misaligned_volume() -> None:
    rows = read("xtremio-rest", corpus_file("arrays/xtremio-rest/ta-a-volumes.json")).observations.rows
    (volume,) = rows("storage_volume")
    assert (volume["device"], volume["size_bytes"], volume["unaligned_ratio"], volume["alignment_offset"]) == (
        "naa.514f0c5a76000001",
        2_199_023_255_552,
        0.81,
        0,
    )
    assert [(row["view"], row["lun"]) for row in rows("mask_volume")] == [
        ("cliqr_blade1", 0),
        ("cliqr_blade2", 0),
        ("cliqr_blade3", 0),
        ("cliqr_blade4", 0),
    ]


def test_the_array_itself() -> None:
    array = read("xtremio-rest", corpus_file("arrays/xtremio-rest/ta-a-clusters.json")).observations.rows(
        "storage_array"
    )[0]
    assert (array["storage_array"], array["serial"], array["array_version"], array["used_bytes"]) == (
        "cec-xio",
        "CKM00144000212",
        "3.0.1-11",
        307_370_110_976,
    )


def test_initiators_of_a_dump() -> None:
    initiators = read(
        "xtremio-rest", corpus_file("arrays/xtremio-rest-dump/ta-array-a-initiators.ndjson")
    ).observations.rows("registered_initiator")
    assert len(initiators) == 32
    assert (initiators[1]["initiator_wwpn"], initiators[1]["host"], initiators[1]["port_state"]) == (
        "20000025b510000a",
        "cliqr_blade4",
        "disconnected",
    )
