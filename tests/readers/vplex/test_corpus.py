"""Outside VPLEX exports: recognised correctly, read completely, with hand-checked values."""

from __future__ import annotations

import pytest

from checker.readers.registry import claims, reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import best_reader, check_types, corpus_file, read

FORMATS = {
    "vplex-cli/jetsu-1.txt": "vplex-vpn-status",
    "vplex-cli/kckecheng-1.txt": "vplex-connectivity",
    "vplex-cli/sop-1.txt": "vplex-ll-directors",
    "vplex-cli/sop-2.txt": "vplex-version",
    "vplex-cli/sop-3.txt": "vplex-ll-ports",
    "vplex-cli/sysvol-1.txt": "vplex-ll-system-volumes",
    "vplex-portmap/equelin-1.txt": "vplex-portmap",
    **{
        f"vplex-rest-v1/{name}.json": "vplex-rest-v1"
        for name in (
            "coprhd-1",
            *(f"delfin-{number}" for number in (1, 2, 3, 6, 8, 9, 11, 12, 13)),
            *(f"delfin-old-{number}" for number in (1, 2, 3, 4, 5)),
        )
    },
}
OTHERS = (
    "vplex-rest-v2/ansible-vplex-4.json",
    "vplex-rest-v2/ansible-vplex-26.json",
    "vplex-map/ansible-vplex-2.txt",
    "vplex-drill-down/coprhd-1.txt",
    "vplex-health-check/check-vplex-1.txt",
    "vplex-perf-csv/coprhd-1.csv",
    "vplex-perf-json/vplex2grafana-1.json",
    "vplex-portmap/equelin-2.txt",
)


@pytest.mark.parametrize(("path", "name"), FORMATS.items())
def test_each_file_is_recognised_and_read(path: str, name: str) -> None:
    text = corpus_file(f"fabric/{path}")
    assert best_reader(text) == name
    result = read_capture(reader_named(name), Capture(text=text, owner="vplex01"))
    check_types(result)
    assert result.failure is None
    assert result.unread_lines == 0
    assert not result.ends_inside_record


@pytest.mark.parametrize("path", OTHERS)
def test_other_vplex_formats_are_not_claimed(path: str) -> None:
    text = corpus_file(f"fabric/{path}")
    mine = set(FORMATS.values())
    assert [reader.name for _, reader in claims(Capture(text=text)) if reader.name in mine] == []


def test_system_volumes() -> None:
    text = corpus_file("fabric/vplex-cli/sysvol-1.txt")
    volumes = read("vplex-ll-system-volumes", text).observations.rows("system_volume")
    assert [(row["system_volume"], row["active"], row["component_count"], row["size_bytes"]) for row in volumes] == [
        ("meta-volume", True, 2, 20_446_976 * 4096),
        ("meta-volume_backup_2024Jun11_064729", False, 1, 20_971_264 * 4096),
        ("meta-volume_backup_2024Jun11_064850", False, 1, 20_971_264 * 4096),
    ]
    assert volumes[0]["geometry"] == "raid-1" and volumes[0]["line"] == 5


def test_ports_before_initialisation() -> None:
    ports = read("vplex-ll-ports", corpus_file("fabric/vplex-cli/sop-3.txt")).observations.rows("target_port")
    assert len(ports) == 24
    assert all("target_wwpn" not in row and row["port_state"] == "down" for row in ports)
    assert [row["port"] for row in ports if "role" not in row] == ["A3-FC02", "A3-FC03", "B3-FC02", "B3-FC03"]
    assert ports[23]["director"] == "director-1-1-B" and ports[23]["line"] == 31


def test_product_version() -> None:
    rows = read("vplex-version", corpus_file("fabric/vplex-cli/sop-2.txt")).observations.rows
    assert rows("storage_array")[0]["array_version"] == "6.2.0.04.00.07"
    assert [(row["director"], row["version"]) for row in rows("director")] == [
        ("director-1-1-B", "162.4.0.13.0"),
        ("director-1-1-A", "162.4.0.13.0"),
    ]


def test_missing_connectivity() -> None:
    rows = read("vplex-connectivity", corpus_file("fabric/vplex-cli/kckecheng-1.txt")).observations.rows
    assert [(row["wan_link"], row["operational_status"]) for row in rows("wan_link")] == [("port-group-3", "error")]
    assert len(rows("array_setting")) == 4


def test_the_calculated_map() -> None:
    ports = read("vplex-portmap", corpus_file("fabric/vplex-portmap/equelin-1.txt")).observations.rows("target_port")
    assert len(ports) == 32
    assert (ports[21]["port"], ports[21]["target_wwpn"], ports[21]["role"]) == (
        "B1-FC01",
        "50001442d01bdf11",
        "back-end",
    )


def test_a_healthy_back_end() -> None:
    paths = read("vplex-rest-v1", corpus_file("fabric/vplex-rest-v1/delfin-old-2.json")).observations.rows(
        "backend_path"
    )
    assert len(paths) == 16
    assert len({row["initiator_wwpn"] for row in paths}) == 8
    assert {row["target_wwpn"] for row in paths} == {"500601690864241e", "500601610864241e"}
    assert {row["lun"] for row in paths} == {0}


def test_a_port_without_light() -> None:
    (port,) = read("vplex-rest-v1", corpus_file("fabric/vplex-rest-v1/coprhd-1.json")).observations.rows("target_port")
    assert (port["target_wwpn"], port["port_state"], port["operational_status"]) == (
        "50001442607dc400",
        "no-link",
        "error",
    )
    assert "speed_gbps" not in port and port["max_speed_gbps"] == 8.0


def test_an_unhealthy_cluster() -> None:
    rows = read("vplex-rest-v1", corpus_file("fabric/vplex-rest-v1/delfin-old-1.json")).observations.rows
    (cluster,) = rows("vplex_cluster")
    assert (cluster["health_state"], cluster["assembly"], cluster["connected"]) == (
        "major-failure",
        "FNM00121700047",
        True,
    )
    assert ("transition-indications", "disk(s) not visible from all directors") in [
        (row["setting"], row["value"]) for row in rows("array_setting")
    ]
