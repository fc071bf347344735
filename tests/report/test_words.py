"""Names of columns and facts as people read them."""

from __future__ import annotations

import pytest

from checker.report.failure.page import component_text
from checker.report.text.columns import fact_name
from checker.report.text.objects import object_text
from checker.report.text.words import value_text
from checker.rules.language.column_names import key_name


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("host", "host"),
        ("live_paths", "live paths"),
        ("initiator_wwpn", "initiator WWPN"),
        ("size_bytes", "size (bytes)"),
        ("state_text", "state as printed"),
        ("trains", "release trains"),
        ("rx_low_warning_uw", "RX low warning (\u00b5W)"),
        ("speed_gbps", "speed (Gbit/s)"),
        ("write_mbps", "write rate"),
        ("seconds", "duration (s)"),
        ("largest_io_bytes", "largest I/O (bytes)"),
        ("guest_cluster_rdm", "guest cluster RDM"),
        ("captured_at", "time of collection"),
        ("points", "ports, switches and ISLs that all paths share"),
    ],
)
def test_columns_are_named_with_their_units(key: str, name: str) -> None:
    assert key_name(key) == name


@pytest.mark.parametrize(
    ("fact", "name"),
    [
        ("sfp.rx_power_uw", "SFP RX power (\u00b5W)"),
        ("zone_member.wwpn", "zone member WWPN"),
        ("zone.zone", "zone"),
        ("host.host_cluster", "host cluster"),
        ("device.is_boot", "device use for booting"),
        ("mask_volume.size_bytes", "masking volume size (bytes)"),
        ("power_supply.supply_type", "power supply type"),
        ("switch_pair_demand.demand_ratio", "switch pair demand ratio"),
        ("port_load.about_key", "port load object"),
        ("pool.size_low_bytes", "smallest possible pool size (bytes)"),
        ("rows of PRT005.enc_out", "encoding errors outside frames (calculated by PRT005)"),
    ],
)
def test_facts_are_named_in_words(fact: str, name: str) -> None:
    assert fact_name(fact) == name


@pytest.mark.parametrize(
    ("span", "text"), [({"lo": 2, "hi": 2}, "2"), ({"lo": 2, "hi": 3}, "2 to 3"), ({"lo": 2}, "at least 2")]
)
def test_counts_are_shown_with_what_is_certain(span: dict[str, int], text: str) -> None:
    assert value_text("fabrics", span) == text


def test_an_object_names_its_vsan_once() -> None:
    assert object_text({"fabric": "mds-a VSAN 10", "vsan": "10", "zone": "z1"}) == "fabric mds-a VSAN 10, zone z1"
    assert object_text({"fabric": "prod-a", "vsan": "10"}) == "fabric prod-a, VSAN 10"
    assert object_text({"fabric": "mds-a VSAN 110", "vsan": "10"}) == "fabric mds-a VSAN 110, VSAN 10"


def test_a_port_of_an_unknown_host_is_not_called_a_host() -> None:
    assert object_text({"host": "10000000c9a10001"}) == "initiator 10:00:00:00:c9:a1:00:01"
    assert object_text({"host": "esx07"}) == "host esx07"


def test_objects_of_findings_about_inputs_have_no_internal_names() -> None:
    assert object_text({"audit": "exports"}) == "Input files"
    assert object_text({"audit": "clocks"}) == "Clocks"
    assert object_text({"owner": "sw-a1", "about_kind": "alias"}).startswith("switch sw-a1, ")
    assert object_text({"owner": "esx01", "about_kind": "path"}).startswith("device esx01, ")
    assert object_text({"file": "a.txt", "first_line": 0}) == "file a.txt"


def test_a_kind_and_a_name_are_one_object() -> None:
    assert object_text({"storage_array": "vsp1", "part_kind": "pool", "part": "0"}) == "storage array vsp1, pool 0"
    assert object_text({"part_kind": "director", "part": "director-1-1-A"}) == "director director-1-1-A"
    assert object_text({"group_kind": "cluster", "group_name": "c1", "model": ""}) == "cluster c1"
    assert object_text({"about_kind": "alias", "about_key": "db01_p0", "fact": "wwpn"}).startswith("alias db01_p0, ")


def test_counters_and_limits_have_no_internal_names():
    assert object_text({"switch": "sw-a1", "port": "11", "counter": "crc_good_eof"}) == (
        "switch sw-a1, port 11, counter CRC errors with a good end of frame"
    )
    assert object_text({"array": "vplex7", "limit_name": "virtual_volumes"}).endswith("limit name virtual volumes")
    assert fact_name("completeness.complete") == "completeness of the export"
    assert fact_name("initiator.owner_kind") == "initiator being a host or a device"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("vplex1 director-1-1-A", "vplex1 director-1-1-A"),
        ("vmax1 FA-7E", "director vmax1 FA-7E"),
        ("3par1 0", "controller 3par1 0"),
        ("vnx1 SP A", "controller vnx1 SP A"),
    ],
)
def test_only_directors_are_called_directors(name: str, shown: str) -> None:
    assert component_text("director", name) == shown
