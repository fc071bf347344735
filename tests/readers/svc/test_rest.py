"""Spectrum Virtualize REST: what answers say is what the detailed views of the commands say."""

from __future__ import annotations

from tests.readers import harness
from tests.readers.array_exports import rows, sample
from tests.readers.harness import printed_size

DETAILED = """id 3
name esx95
port_count 2
type generic
iogrp_count 4
status degraded
WWPN 10000000C9000095
node_logged_in_count 2
state active
WWPN 10000000C9000096
node_logged_in_count 0
state offline
"""


def test_a_host_matches_its_detailed_view() -> None:
    for kind in ("mask_view", "mask_initiator", "registered_initiator", "array_setting"):
        found = rows("svc-rest.json", kind)
        assert found == rows("svc-lshost.txt", kind, DETAILED)
        assert found


def test_facts_have_their_lines() -> None:
    result = harness.read("svc-rest", sample("svc-rest.json"))
    assert [row["line"] for row in result.observations.rows("registered_initiator")] == [3, 4]


def test_several_commands_in_one_answer() -> None:
    assert [
        (row["device"], printed_size(row), row["pool"]) for row in rows("svc-rest.ansible.json", "storage_volume")
    ] == [("naa.6005076810ca0166c000000000000095", 4 << 30, "Pool0")]
    assert [(row["view"], row["volume_name"], row["lun"]) for row in rows("svc-rest.ansible.json", "mask_volume")] == [
        ("esx95", "vol_95", 0)
    ]
    assert [(row["target_wwpn"], row["role"]) for row in rows("svc-rest.ansible.json", "target_port")] == [
        ("500507681011aaa1", "front-end")
    ]


def test_a_login_table_and_objects_that_are_not_read() -> None:
    text = """[{"remote_wwpn": "10000000C9000095", "remote_nportid": "010400", "id": "1", "node_name": "node1", "local_wwpn": "500507681011AAA1",
      "local_port": "1", "local_nportid": "010200", "state": "active", "name": "esx95", "cluster_name": "", "type": "host"},
     {"remote_wwpn": "10000000C9000096", "remote_nportid": "010500", "id": "1", "node_name": "node1", "local_wwpn": "500507681011AAA1",
      "local_port": "1", "local_nportid": "010200", "state": "inactive", "name": "esx95", "cluster_name": "", "type": "host"}]
    [{"id": "0", "action_status": "running"}]"""
    result = harness.read("svc-rest", text)
    assert [row["initiator_wwpn"] for row in result.observations.rows("array_login")] == [
        "10000000c9000095",
        "10000000c9000096",
    ]
    assert [note.text.split(":")[0] for note in result.notes] == ["skipped objects"]
