"""Data ONTAP 7-Mode: groups, LUNs with their identity, adapters, logins, and sessions with its bare prompt."""

from __future__ import annotations

import re

import pytest

from tests.readers import harness
from tests.readers.array_exports import SAMPLES, rows, sample
from tests.support import intake_of

FILES = sorted(path.name for path in SAMPLES.glob("netapp-7mode*"))


@pytest.mark.parametrize("name", FILES)
def test_lost_indentation_changes_nothing(name: str) -> None:
    flat = re.sub(r"(?m)^[ \t]+", "", re.sub(r"[ \t]+", " ", sample(name)))
    assert harness.best_reader(flat) == "netapp-7mode"
    assert harness.facts(harness.read("netapp-7mode", flat)) == harness.facts(
        harness.read("netapp-7mode", sample(name))
    )


def test_groups_and_who_is_logged_in_where() -> None:
    assert [row["view"] for row in rows("netapp-7mode.txt", "mask_view")] == ["esx_hosts", "web_hosts"]
    assert [(row["view"], row["initiator_wwpn"]) for row in rows("netapp-7mode.txt", "mask_initiator")] == [
        ("esx_hosts", "10000000c90000a1"),
        ("esx_hosts", "10000000c90000a2"),
    ]
    assert rows("netapp-7mode.txt", "array_login") == [
        {"initiator_wwpn": "10000000c90000a1", "port_name": "0c", "logged_in": True}
    ]


def test_luns_with_the_identity_that_hosts_see() -> None:
    assert rows("netapp-7mode.lun.txt", "storage_volume") == [
        {
            "device": "naa.60a98000486e544d575a457148714375",
            "storage_volume": "/vol/vol_a/lun_a",
            "size_bytes": 10737418240,
            "operational_status": "online",
        },
        {"storage_volume": "/vol/vol_b/lun_b", "size_bytes": 21474836480, "operational_status": "offline"},
    ]
    assert [(row["view"], row["lun"], row["device"]) for row in rows("netapp-7mode.lun.txt", "mask_volume")] == [
        ("esx_hosts", 0, "naa.60a98000486e544d575a457148714375"),
        ("lin_hosts", 4, "naa.60a98000486e544d575a457148714375"),
    ]
    assert [(row["view"], row["lun"]) for row in rows("netapp-7mode.map.txt", "mask_volume")] == [
        ("esx_hosts", 0),
        ("web_hosts", 1),
    ]


def test_adapters_and_their_initiators() -> None:
    (port,) = rows("netapp-7mode.fcp.txt", "target_port")
    assert (port["target_wwpn"], port["wwnn"], port["port_state"]) == ("500a0983870000a0", "500a0980870000a0", "up")
    assert [(row["initiator_wwpn"], row["port_name"]) for row in rows("netapp-7mode.fcp.txt", "array_login")] == [
        ("10000000c90000a1", "0c"),
        ("10000000c90000af", "0c"),
    ]
    assert [
        (row["initiator_wwpn"], row["registered"]) for row in rows("netapp-7mode.fcp.txt", "registered_initiator")
    ] == [("10000000c90000af", False)]


def test_the_bare_prompt_names_the_filer() -> None:
    text = f"    filer9-1> igroup show\n{sample('netapp-7mode.txt')}\n    filer9-1> lun show -m\n{sample('netapp-7mode.map.txt')}"
    records = intake_of({"session.txt": text}).records
    assert [(record.format, record.owner, record.unread_lines) for record in records] == [
        ("netapp-7mode", "filer9-1", 0),
        ("netapp-7mode", "filer9-1", 0),
    ]


def test_ports_without_initiators_and_aliases_of_initiators() -> None:
    text = (
        "filer1> fcp show initiator\nInitiators connected on adapter 0c:\nPortname                   Group\n"
        "--------                   -----\n10:00:00:00:c9:6b:76:49    lin_grp\n        WWPN Alias(es): lin1_p1\n"
        "Initiators connected on adapter 0d:\n        None connected.\n"
    )
    result = harness.read("netapp-7mode", text, owner="filer1")
    assert [row["port_name"] for row in result.observations.rows("array_login")] == ["0c"]
    assert result.unread_lines == 0
