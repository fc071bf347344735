"""VPlexcli listings: exact field values of synthetic captures, and of damaged copies."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.registry import claims
from checker.readers.toolkit.base import Capture
from tests import folders
from tests.readers.harness import assert_robust, best_reader, facts, printed_size, read
from tests.thorough import examples

DATA = folders.DATA / "vplex"
VIEWS = (DATA / "storage-views.txt").read_text()
EXPORTS = (DATA / "exports.txt").read_text()
HARDWARE = (DATA / "hardware.txt").read_text()
VOLUMES = (DATA / "volumes.txt").read_text()
ALL = [VIEWS, EXPORTS, HARDWARE, VOLUMES]


def test_storage_views() -> None:
    result = read("vplex-ll-storage-views", VIEWS, "vplex01")
    rows = result.observations.rows
    assert [(row["cluster"], row["view"], row["operational_status"], row["line"]) for row in rows("mask_view")] == [
        ("cluster-1", "db01", "ok", 6),
        ("cluster-1", "empty_view", "stopped", 19),
        ("cluster-2", "many", "ok", 29),
    ]
    assert rows("mask_initiator")[2] == {
        "storage_array": "vplex01",
        "cluster": "cluster-1",
        "view": "db01",
        "initiator_wwpn": "10000000c9000bad",
        "line": 7,
    }
    assert [row["initiator_name"] for row in rows("mask_initiator") if row["view"] == "empty_view"] == []
    assert rows("storage_array") == [{"storage_array": "vplex01", "family": "vplex", "vendor": "EMC", "line": 1}]
    assert result.unread_lines == 0


def test_the_ports_of_a_view_with_their_status() -> None:
    ports = read("vplex-ll-storage-views", VIEWS).observations.rows("mask_port")
    assert [(row["port_name"], row.get("enabled"), row.get("export_status"), row["line"]) for row in ports] == [
        ("P0000000046C0A1B2-A0-FC00", True, "ok", 9),
        ("P0000000046C0A1B2-A0-FC01", True, "ok", 9),
        ("P0000000046D0A1B2-B0-FC00", False, "suspended", 9),
        ("P0000000046C0A1B2-A0-FC00", True, "ok", 22),
        ("P0000000046C0A1C4-A0-FC02", None, None, 31),
    ]
    assert all("target_wwpn" not in row for row in ports)


def test_the_volumes_of_a_view() -> None:
    result = read("vplex-ll-storage-views", VIEWS)
    volumes = result.observations.rows("mask_volume")
    assert [(row["view"], row["lun"], row["volume_name"], row["device"], printed_size(row)) for row in volumes] == [
        ("db01", 0, "dd_db01_data_vol", "naa.6000144000000010a0a1b20000000001", 536_870_912_000),
        ("db01", 17, "db01_log_vol", "naa.6000144000000010a0a1b20000000002", 1_649_267_441_664),
        ("many", 0, "web_1_vol", "naa.6000144000000010a0a1b20000000011", 10_737_418_240),
        ("many", 1, "web_2_vol", "naa.6000144000000010a0a1b20000000012", 10_737_418_240),
    ]
    assert [note.text for note in result.notes] == ["storage view many: the list of 14 virtual-volumes is truncated"]


def test_initiators_and_their_logins() -> None:
    rows = read("vplex-ll-initiator-ports", EXPORTS).observations.rows
    first, second, third = rows("registered_initiator")
    assert (first["initiator_name"], first["registered"]) == ("UNREGISTERED-0x10000000c9000bad", False)
    assert "initiator_type" not in first
    assert second == {
        "storage_array": "owner1",
        "cluster": "cluster-1",
        "initiator_name": "db01_hba_a",
        "initiator_wwpn": "10000000c9000a01",
        "wwnn": "20000000c9000a01",
        "initiator_type": "default",
        "registered": True,
        "line": 5,
    }
    assert "initiator_wwpn" not in third and third["initiator_type"] == "hpux"
    assert [(row["initiator_wwpn"], row["port_name"]) for row in rows("array_login")] == [
        ("10000000c9000a01", "P0000000046C0A1B2-A0-FC00"),
        ("10000000c9000a01", "P0000000046D0A1B2-B0-FC00"),
    ]
    assert [(row["value"], row["problem"], row["place"]) for row in rows("bad_value")] == [
        ("0x10000000c9xxxx02", "redacted", "db01_hba_b")
    ]


def test_exported_ports() -> None:
    ports = read("vplex-ll-initiator-ports", EXPORTS).observations.rows("target_port")
    assert ports[1] == {
        "target_wwpn": "5000144270a1b200",
        "storage_array": "owner1",
        "cluster": "cluster-1",
        "director_id": "0000000046d0a1b2",
        "port": "B0-FC00",
        "port_name": "P0000000046D0A1B2-B0-FC00",
        "role": "front-end",
        "enabled": False,
        "export_status": "suspended",
        "line": 14,
    }


def test_directors_with_stacked_headers() -> None:
    directors = read("vplex-ll-directors", HARDWARE).observations.rows("director")
    assert directors == [
        {
            "storage_array": "owner1",
            "cluster": "cluster-1",
            "engine": "engine-1-1",
            "director": "director-1-1-A",
            "director_id": "0000000046c0a1b2",
            "letter": "A",
            "operational_status": "ok",
            "line": 5,
        },
        {
            "storage_array": "owner1",
            "cluster": "cluster-1",
            "engine": "engine-1-1",
            "director": "director-1-1-B",
            "director_id": "0000000046d0a1b2",
            "letter": "B",
            "operational_status": "degraded",
            "line": 6,
        },
    ]


def test_the_address_of_a_cmi_port_is_not_a_bad_wwn() -> None:
    text = (
        "/engines/engine-1-1/directors/director-1-1-A/hardware/ports:\n"
        "Name     Address             Role       Port Status\n"
        "-------  ------------------  ---------  -----------\n"
        "A-CMI00  1                   -          down\n"
        "A0-FC00  0x5000144260a1b200  front-end  up\n"
    )
    rows = read("vplex-ll-ports", text).observations
    assert rows.rows("bad_value") == []
    assert [(row["port"], row.get("target_wwpn")) for row in rows.rows("target_port")] == [
        ("A-CMI00", None), ("A0-FC00", "5000144260a1b200"),
    ]  # fmt: skip


def test_hardware_ports_as_table_and_as_context() -> None:
    result = read("vplex-ll-directors", HARDWARE)
    ports = result.observations.rows("target_port")
    assert [(row["port"], row.get("target_wwpn"), row.get("role"), row["port_state"]) for row in ports] == [
        ("A0-FC00", "5000144260a1b200", "front-end", "up"),
        ("A1-FC00", "5000144260a1b210", "back-end", "no-link"),
        ("A2-XG00", None, "wan-com", "up"),
        ("A3-FC02", None, None, "down"),
        ("B0-FC01", "5000144270a1c401", "front-end", "up"),
    ]
    assert ports[4]["director"] == "director-2-1-B" and ports[4]["cluster"] == "cluster-2"
    assert (ports[4]["speed_gbps"], ports[4]["max_speed_gbps"]) == (4.0, 8.0)
    assert ports[4]["port_name"] == "P0000000046D0A1C4-B0-FC01"
    assert result.observations.rows("bad_value") == []


def test_a_cluster_and_its_indications() -> None:
    rows = read("vplex-ll-directors", HARDWARE).observations.rows
    (cluster,) = rows("vplex_cluster")
    assert (cluster["cluster"], cluster["connected"], cluster["health_state"]) == ("cluster-1", True, "degraded")
    assert ("health-indications", "2 unhealthy Devices or storage-volumes", 39) in [
        (row["setting"], row["value"], row["line"]) for row in rows("array_setting")
    ]


def test_devices_and_their_transfer_size() -> None:
    devices = read("vplex-ll-distributed-devices", VOLUMES).observations.rows("vplex_device")
    found = [
        (row["cluster"], row["vplex_device"], row["distributed"], row["geometry"], row.get("transfer_size_bytes"))
        for row in devices
    ]
    assert found == [
        ("", "dd_db01_data", True, "raid-1", 131_072),
        ("cluster-1", "device_db01_data_c1", False, "raid-0", None),
        ("cluster-2", "device_db01_data_c2", False, "raid-1", 2_097_152),
        ("cluster-1", "dev_db01_lg", False, "raid-0", None),
        ("cluster-1", "dev_web", False, "raid-1", 33_554_432),
    ]
    assert devices[0]["rebuild_status"] == "done" and devices[0]["rule_set"] == "cluster-1-detaches"
    assert devices[4]["transfer_size_text"] == "32M" and devices[4]["virtual_volume"] == "web_vol"


def test_components_volumes_and_extents() -> None:
    rows = read("vplex-ll-distributed-devices", VOLUMES).observations.rows
    assert [
        (row["vplex_device"], row["component"], row["component_type"], row["component_cluster"])
        for row in rows("device_component")
    ] == [
        ("dd_db01_data", "device_db01_data_c1", "device", "cluster-1"),
        ("dd_db01_data", "device_db01_data_c2", "device", "cluster-2"),
        ("dev_web", "extent_web_1", "extent", "cluster-1"),
    ]
    (volume,) = rows("storage_volume")
    assert volume["device"] == "naa.60060160aabb00001122334455667788"
    assert (volume["vplex_use"], volume["io_status"], volume["used_by_cluster"]) == ("used", "alive", "cluster-1")
    (extent,) = rows("extent")
    assert (extent["extent"], extent["storage_volume"], extent["used_by"]) == (
        "extent_web_1",
        "array1_lun_5",
        "dev_web",
    )
    virtual = rows("virtual_volume")[0]
    assert (virtual["device"], virtual["vplex_device"], virtual["block_bytes"]) == (
        "naa.6000144000000010a0a1b20000000002",
        "dev_db01_lg",
        4096,
    )


def test_a_consistency_group_and_its_advanced_context() -> None:
    rows = read("vplex-ll-distributed-devices", VOLUMES).observations.rows
    group, advanced = rows("consistency_group")
    assert (group["detach_rule"], group["winner"], group["detach_delay_seconds"]) == ("winner", "cluster-1", 5)
    assert group["operational_status"] == "cluster-1: ok, cluster-2: suspended"
    assert advanced["consistency_group"] == "cg_db01" and advanced["auto_resume_at_loser"] is True
    assert [(row["virtual_volume"], row["consistency_group"]) for row in rows("virtual_volume")] == [
        ("db01_log_vol", "cg_db01"),
        ("dd_db01_data_vol", "cg_db01"),
    ]


@pytest.mark.parametrize("text", ALL)
@pytest.mark.parametrize("copy", ["indentation", "blanks", "doubled"])
def test_copies_from_web_pages_state_the_same(text: str, copy: str) -> None:
    lines = text.split("\n")
    damaged = {
        "indentation": "\n".join(line.strip() for line in lines),
        "blanks": "\n".join(re.sub(r" +", " ", line.strip()) for line in lines),
        "doubled": "\n\n".join(lines),
    }[copy]
    assert facts(read("vplex-ll-ports", damaged)) == facts(read("vplex-ll-ports", text))


def test_a_prompt_gives_the_context_when_no_path_is_printed() -> None:
    text = (
        "VPlexcli:/clusters/cluster-2/devices/dev_x> ll\n"
        "Name           Value\n"
        "-------------  ------\n"
        "geometry       raid-1\n"
        "transfer-size  8M\n"
    )
    (device,) = read("vplex-ll-devices", text).observations.rows("vplex_device")
    assert (device["cluster"], device["vplex_device"], device["transfer_size_bytes"]) == (
        "cluster-2",
        "dev_x",
        8_388_608,
    )
    assert best_reader(text) == "vplex-ll-devices"


def test_a_table_without_path_is_recognised_by_its_columns() -> None:
    text = EXPORTS.split("\n", 1)[1].split("\n\n")[0]
    assert best_reader(text) == "vplex-ll-bare"
    initiators = read("vplex-ll-bare", text).observations.rows("registered_initiator")
    assert [row["initiator_name"] for row in initiators][1:] == ["db01_hba_a", "db01_hba_b"]
    assert all("cluster" not in row for row in initiators)


def test_a_director_before_commissioning_has_no_id() -> None:
    text = HARDWARE.replace("0x0000000046c0a1b2  1 ", "-1                  -1")
    director = read("vplex-ll-directors", text).observations.rows("director")[0]
    assert "director_id" not in director and director["letter"] == "A"


def test_a_listing_truncated_inside_a_list_is_noted() -> None:
    cut = VIEWS[: VIEWS.index("P0000000046D0A1B2-B0-FC00,false")]
    result = read("vplex-ll-storage-views", cut)
    assert result.ends_inside_record
    assert result.notes and result.notes[-1].line == 9
    assert [row["port_name"] for row in result.observations.rows("mask_port")] == [
        "P0000000046C0A1B2-A0-FC00",
        "P0000000046C0A1B2-A0-FC01",
    ]


@pytest.mark.parametrize("text", ALL)
def test_a_capture_truncated_between_lines_invents_nothing(text: str) -> None:
    whole = facts(read("vplex-ll-ports", text))
    lines = text.split("\n")
    for end in range(0, len(lines), 3):
        extra = facts(read("vplex-ll-ports", "\n".join(lines[:end]))) - whole
        assert len(extra) <= 1, extra


def test_back_end_arrays_and_their_ports() -> None:
    text = """\
/clusters/cluster-1/storage-elements/storage-arrays:
Name                         Connectivity  Auto    Ports               Logical
---------------------------  Status        Switch  ------------------  Unit
---------------------------  ------------  ------  ------------------  Count
---------------------------  ------------  ------  ------------------  -------
EMC-CLARiiON-APM00990012345  degraded      true    0x50060160b0600001  5
                                                   0x50060168b0600001
"""
    assert best_reader(text) == "vplex-ll-storage-arrays"
    rows = read("vplex-ll-storage-arrays", text).observations.rows
    # VPLEX calls VNX and Unity arrays CLARiiON, too.
    assert (rows("storage_array")[0]["serial"], rows("storage_array")[0].get("family")) == ("APM00990012345", None)
    assert [(row["storage_array"], row["target_wwpn"]) for row in rows("target_port")] == [
        ("EMC-CLARiiON-APM00990012345", "50060160b0600001"),
        ("EMC-CLARiiON-APM00990012345", "50060168b0600001"),
    ]
    assert [row["value"] for row in rows("array_setting")] == ["degraded"]


def test_one_attribute_after_the_path() -> None:
    text = "/clusters/cluster-1/devices/dev_x::transfer-size:\nName           Value\n-------------  -----\ntransfer-size  2M\n"
    (device,) = read("vplex-ll-devices", text).observations.rows("vplex_device")
    assert (device["vplex_device"], device["transfer_size_bytes"]) == ("dev_x", 2_097_152)


def test_the_witness_and_its_components() -> None:
    text = """\
/cluster-witness:
Attributes:
Name         Value
-----------  -------
admin-state  enabled

/cluster-witness/components:
Name       ID  Admin    Operational  Mgmt
---------  --  State    State        Connectivity
---------  --  -------  -----------  ------------
cluster-1  1   enabled  in-contact   ok
server     -   enabled  clusters-in-contact  failed
"""
    rows = read("vplex-ll-witness", text).observations.rows
    assert [(row["configured"], row.get("enabled"), row.get("connected")) for row in rows("witness")] == [
        (True, True, None),
        (True, None, False),
    ]
    assert ("cluster-witness/server", "management-connectivity", "failed") in [
        (row["scope"], row["setting"], row["value"]) for row in rows("array_setting")
    ]


def test_a_leg_that_needs_a_rebuild() -> None:
    text = """\
/distributed-storage/distributed-devices/dd_db01/distributed-device-components:
Name        Cluster    Health Indications  Health
----------  ---------  ------------------  State
----------  ---------  ------------------  -------------
dev_db01_1  cluster-1  []                  ok
dev_db01_2  cluster-2  [out-of-date]       major-failure
dev_db01_3  cluster-2  [unreachable]       major-failure
"""
    rows = read("vplex-ll-distributed-devices", text).observations.rows("device_component")
    assert [(row["component"], row.get("out_of_date")) for row in rows] == [
        ("dev_db01_1", False),
        ("dev_db01_2", True),
        ("dev_db01_3", None),
    ]


def test_a_group_listed_without_l_whose_copy_lost_its_blanks() -> None:
    text = """\
VPlexcli:/clusters/cluster-1/consistency-groups/cg1> ls
Attributes:
Name Value
------------------- ----------------------------------------------------------
cache-mode synchronous
detach-rule winner cluster-2 after 7s
operational-status [(cluster-1,{ summary:: ok, details:: [] }),
(cluster-2,{ summary:: suspended, details:: [requires-resume-at-
loser] })]
storage-at-clusters [cluster-1, cluster-2]
virtual-volumes [dd1_vol, dd2_vol]
Contexts:
advanced recoverpoint
"""
    assert best_reader(text) == "vplex-ll-consistency-groups"
    result = read("vplex-ll-consistency-groups", text)
    (group,) = result.observations.rows("consistency_group")
    assert (group["consistency_group"], group["winner"], group["detach_delay_seconds"]) == ("cg1", "cluster-2", 7)
    assert group["operational_status"] == "cluster-1: ok, cluster-2: suspended"
    assert [row["virtual_volume"] for row in result.observations.rows("virtual_volume")] == ["dd1_vol", "dd2_vol"]


def test_unknown_contexts_are_counted_as_unread() -> None:
    text = "/clusters/cluster-1/uninterruptible-power-supplies:\nName   Charge\n-----  ------\nups-a  100\nups-b  90\n"
    result = read("vplex-ll-clusters", text)
    assert result.unread_lines == 2 and result.first_unread == 4
    assert result.records == 0


def test_prose_about_a_listing_is_not_claimed() -> None:
    text = (
        "# Health checks\n\nRun `ll /clusters/cluster-1/exports/storage-views/` and look at operational-status.\n"
        "```\nVPlexcli:/> ll /clusters/\n    cluster-1\n    cluster-2\n```\n"
    )
    assert [reader.name for _, reader in claims(Capture(text=text))] == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (VIEWS, "vplex-ll-storage-views"),
        (EXPORTS, "vplex-ll-initiator-ports"),
        (HARDWARE, "vplex-ll-directors"),
        (VOLUMES, "vplex-ll-distributed-devices"),
    ],
)
def test_each_listing_is_recognised(text: str, name: str) -> None:
    assert best_reader(text) == name


@given(st.sampled_from(ALL), st.integers(0, 10_000))
@settings(max_examples=examples(25))
def test_damaged_input_breaks_nothing(text: str, seed: int) -> None:
    assert_robust("vplex-ll-ports", text, seed)
