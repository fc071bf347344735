"""VSANs: zone status, state and membership."""

from __future__ import annotations

from tests.readers.harness import best_reader, read

STATUS = """\
VSAN: 10 default-zone: deny distribute: full Interop: default
    mode: enhanced merge-control: restrict
    session: none
    hard-zoning: enabled broadcast: unsupported
    smart-zoning: enabled
    rscn-format: fabric-address
    activation overwrite control: disabled
Default zone:
    qos: none broadcast: unsupported ronly: unsupported
Full Zoning Database :
    DB size: 4096 bytes
    Zonesets:1  Zones:12 Aliases: 3 Attribute-groups: 1
Active Zoning Database :
    DB Size: 2000 bytes
    Name: ZS_A  Zonesets:1  Zones:12
Current Total Zone DB Usage: 6096 / 4000000 bytes (0 % used)
Pending (Session) DB size:
    Full DB Copy size: n/a
    Active DB Copy size: n/a
SFC size: 6096 / 4000000 bytes (0 % used)
Status: Activation completed at 10:00:00 UTC Jan  5 2024

VSAN: 20 default-zone: permit distribute: active only Interop:
 default
    mode: basic merge-control: allow
    session: remote[dom: 0x25][ip: 192.0.2.11]
    smart-zoning: disabled
Full Zoning Database :
    DB size: 300 bytes
    Zonesets:0  Zones:0 Aliases: 0
Active Zoning Database :
    Database Not Available
Status:
"""

VSANS = """\
vsan 1 information
         name:VSAN0001  state:active
         interoperability mode:default
         loadbalancing:src-id/dst-id/oxid
         operational state:down

vsan 10 information
         name:PROD A  state:suspended
         interoperability mode:1
         loadbalancing:src-id/dst-id
         operational state:up

vsan 4079:evfp_isolated_vsan

vsan 4094:isolated_vsan
"""

MEMBERSHIP = """\
vsan 1 interfaces:
    fc1/1             fc1/2             port-channel 55   mgmt0

vsan 10 interfaces:

vsan 4094(isolated_vsan) interfaces:
    vfc9              fcip3
"""


def test_zone_status_field_by_field() -> None:
    assert best_reader(STATUS) == "nxos-show-zone-status"
    result = read("nxos-show-zone-status", STATUS, owner="mds-a")
    ten, twenty = result.observations.rows("vsan")
    assert ten == {
        "switch": "mds-a",
        "vsan": "10",
        "default_zone": "deny",
        "default_zone_in_force": True,
        "zone_mode": "enhanced",
        "smart_zoning": True,
        "distribute": "full",
        "merge_control": "restrict",
        "pending_session": False,
        "active_zone_set": "ZS_A",
        "interop_mode": "default",
        "zone_database_bytes": 6096,
        "line": 1,
    }
    assert twenty == {
        "switch": "mds-a",
        "vsan": "20",
        "default_zone": "permit",
        "default_zone_in_force": True,
        "zone_mode": "basic",
        "smart_zoning": False,
        "distribute": "active only",
        "merge_control": "allow",
        "pending_session": True,
        "interop_mode": "default",
        "line": 23,
    }
    assert result.unread_lines == 0
    assert not result.ends_inside_record


def test_zone_status_settings() -> None:
    result = read("nxos-show-zone-status", STATUS, owner="mds-a")
    settings = [(r["line"], r["vsan"], r["setting"], r["value"]) for r in result.observations.rows("fabric_setting")]
    assert settings == [
        (4, "10", "hard-zoning", "enabled"),
        (6, "10", "rscn-format", "fabric-address"),
        (7, "10", "activation overwrite control", "disabled"),
        (16, "10", "zone database limit bytes", "4000000"),
        (21, "10", "zone status", "Activation completed at 10:00:00 UTC Jan  5 2024"),
        (32, "20", "active zoning database", "not available"),
    ]


def test_database_size_is_the_sum_where_no_total_is_printed() -> None:
    text = STATUS.replace("Current Total Zone DB Usage: 6096 / 4000000 bytes (0 % used)\n", "")
    first = read("nxos-show-zone-status", text).observations.rows("vsan")[0]
    assert first["zone_database_bytes"] == 4096 + 2000


def test_truncated_zone_status_is_reported_and_invents_nothing() -> None:
    cut = STATUS[: STATUS.index("    smart-zoning: enabled")]
    result = read("nxos-show-zone-status", cut)
    (row,) = result.observations.rows("vsan")
    assert "smart_zoning" not in row
    assert "zone_database_bytes" not in row
    assert result.ends_inside_record
    assert [note.line for note in result.notes] == [1]


def test_flattened_zone_status() -> None:
    flat = "\n".join(" ".join(line.split()) for line in STATUS.split("\n"))
    result = read("nxos-show-zone-status", flat)
    assert result.observations.rows("vsan") == read("nxos-show-zone-status", STATUS).observations.rows("vsan")


def test_show_vsan() -> None:
    assert best_reader(VSANS) == "nxos-show-vsan"
    result = read("nxos-show-vsan", VSANS, owner="mds-a")
    assert result.observations.rows("vsan") == [
        {
            "switch": "mds-a",
            "vsan": "1",
            "vsan_name": "VSAN0001",
            "vsan_state": "active",
            "interop_mode": "default",
            "load_balancing": "src-id/dst-id/oxid",
            "line": 1,
        },
        {
            "switch": "mds-a",
            "vsan": "10",
            "vsan_name": "PROD A",
            "vsan_state": "suspended",
            "interop_mode": "1",
            "load_balancing": "src-id/dst-id",
            "line": 7,
        },
    ]
    states = [(row["vsan"], row["value"]) for row in result.observations.rows("fabric_setting")]
    assert states == [("1", "down"), ("10", "up")]
    assert result.unread_lines == 0


def test_show_vsan_truncated_inside_a_vsan() -> None:
    result = read("nxos-show-vsan", VSANS[: VSANS.index("         interoperability mode:1")])
    assert result.ends_inside_record
    assert "interop_mode" not in result.observations.rows("vsan")[-1]


def test_membership() -> None:
    assert best_reader(MEMBERSHIP) == "nxos-show-vsan-membership"
    result = read("nxos-show-vsan-membership", MEMBERSHIP, owner="mds-a")
    rows = [(row["line"], row["port"], row["port_vsan"]) for row in result.observations.rows("switch_port")]
    assert rows == [
        (2, "fc1/1", "1"),
        (2, "fc1/2", "1"),
        (2, "port-channel55", "1"),
        (7, "vfc9", "4094"),
        (7, "fcip3", "4094"),
    ]
    assert result.unread_lines == 0
