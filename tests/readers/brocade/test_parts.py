"""State of switch parts, and short commands that each report one property of a switch."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import ReadResult
from tests import folders
from tests.readers.harness import assert_robust, best_reader, corpus_file, read
from tests.support import intake_of

SAMPLES = folders.SAMPLES
NAMES = [
    "fanshow",
    "psshow",
    "sensorshow",
    "tempshow",
    "slotshow",
    "hashow",
    "switchstatusshow",
    "firmwareshow",
    "ipaddrshow",
    "chassisshow",
    "cfgsize",
    "cfgtransshow",
    "nsallshow",
    "lscfg",
]


def sample(name: str, number: str = "") -> str:
    return (SAMPLES / f"brocade-{name}{number}.txt").read_text(encoding="utf-8")


def rows(result: ReadResult, kind: str) -> list[dict[str, object]]:
    return [{name: value for name, value in row.items() if name != "line"} for row in result.observations.rows(kind)]


def parts(name: str, text: str | None = None) -> list[tuple[object, object]]:
    found = rows(read(f"brocade-{name}", text or sample(name)), "fabric_setting")
    return [
        (str(row["setting"]).removeprefix("state of "), row["value"])
        for row in found
        if str(row["setting"]).startswith("state of ")
    ]


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_recognised_and_survive_damage(name: str) -> None:
    assert best_reader(sample(name)) == f"brocade-{name}"
    assert read(f"brocade-{name}", sample(name)).unread_lines == 0
    assert_robust(f"brocade-{name}", sample(name), 11)


def test_fans_and_supplies() -> None:
    assert parts("fanshow") == [("Fan 1", "ok"), ("Fan 2", "ok"), ("Fan 3", "faulty")]
    assert parts("psshow") == [("Power Supply #1", "ok"), ("Power Supply #2", "absent")]


def test_sensors() -> None:
    assert parts("sensorshow") == [
        ("sensor 1 (temperature)", "ok"),
        ("sensor 2 (temperature)", "absent"),
        ("sensor 3 (fan)", "ok"),
        ("sensor 4 (power supply)", "faulty"),
    ]
    assert parts("tempshow") == [("sensor 1", "ok"), ("sensor 2", "absent")]
    new = "Sensor ID   Category    Status     Temperature(C)\n------\n  1     Switch        Ok             38\n"
    assert best_reader(new) == "brocade-tempshow"
    assert parts("tempshow", new) == [("sensor 1", "ok")]
    chassis = "Sensor   Slot  State       Centigrade  Fahrenheit\n   ID\n=====\n    1     2   Ok              41         105\n    2     2   Faulty          --          --\n"
    assert best_reader(chassis) == "brocade-tempshow"
    assert parts("tempshow", chassis) == [("sensor 1/2", "ok"), ("sensor 2/2", "faulty")]


def test_blades() -> None:
    assert parts("slotshow") == [
        ("slot 1", "enabled"),
        ("slot 2", "faulty (51)"),
        ("slot 6", "enabled"),
    ]


def test_control_processors() -> None:
    assert parts("hashow") == [("CP1", "active"), ("CP0", "standby")]
    setting = rows(read("brocade-hashow", sample("hashow")), "fabric_setting")[-1]
    assert setting["value"] == "HA enabled, Heartbeat Up, HA State synchronized"
    failed = (
        "Local CP (Slot 7, CP1): Active, Warm Recovered\nRemote CP (Slot 6, CP0): Standby, Failed\n"
        "HA enabled, Heartbeat Down, HA State not in sync\n"
    )
    assert parts("hashow", failed) == [
        ("CP1", "active"),
        ("CP0", "failed"),
        ("control processors", "ha state not in sync"),
    ]


def test_health() -> None:
    text = sample("switchstatusshow")
    result = read("brocade-switchstatusshow", text)
    assert rows(result, "fabric_setting")[0] == {
        "switch": "owner1",
        "vsan": "",
        "setting": "health",
        "value": "MARGINAL",
    }
    assert parts("switchstatusshow")[0] == ("Power supplies monitor", "marginal")
    assert ("CP monitor", "down") in parts("switchstatusshow", text + "CP monitor              DOWN\n")
    reader = reader_named("brocade-switchstatusshow")
    assert reader.owner_in is not None
    assert reader.owner_in(text) == "edge-a1"
    assert reader.captured_in is not None
    assert reader.captured_in(text) == datetime(2024, 6, 12, 10, 30, tzinfo=UTC)


def test_release_is_that_of_the_active_processor() -> None:
    assert [
        row["firmware_version"] for row in rows(read("brocade-firmwareshow", sample("firmwareshow")), "switch")
    ] == ["v8.2.3c"]
    director = read("brocade-firmwareshow", sample("firmwareshow", ".2"))
    assert [row["firmware_version"] for row in rows(director, "switch")] == ["v7.4.2e"]
    old = "Primary partition:\tv5.0.1b\nSecondary Partition:\tv5.0.1a\n"
    assert best_reader(old) == "brocade-firmwareshow"
    assert [row["firmware_version"] for row in rows(read("brocade-firmwareshow", old), "switch")] == ["v5.0.1b"]


def test_address_is_that_of_the_switch() -> None:
    text = (
        sample("ipaddrshow")
        + "\nCP0\nEthernet IP Address: 192.0.2.8\nEthernet Subnetmask: 255.255.255.0\nHost Name: cp0\n"
    )
    assert [row["ip_address"] for row in rows(read("brocade-ipaddrshow", text), "switch")] == ["192.0.2.7"]


def test_serial_is_that_of_the_chassis_and_not_of_a_supply() -> None:
    result = read("brocade-chassisshow", sample("chassisshow"))
    assert [row["serial"] for row in rows(result, "switch")] == ["BRC0000X001"]
    text = sample("chassisshow") + "\nChassis Factory Serial Num: FOX0000X001\n"
    assert [row["serial"] for row in rows(read("brocade-chassisshow", text), "switch")] == ["FOX0000X001"]


def test_zone_database() -> None:
    result = read("brocade-cfgsize", sample("cfgsize"))
    assert rows(result, "vsan") == [
        {"switch": "owner1", "vsan": "", "zone_database_bytes": 2256, "pending_session": False}
    ]
    assert rows(result, "fabric_setting")[0]["value"] == "1045274"
    assert rows(read("brocade-cfgtransshow", sample("cfgtransshow")), "vsan")[0]["pending_session"] is True
    decimal = "Current transaction token is 271828\nIt is abortable\n"
    assert best_reader(decimal) == "brocade-cfgtransshow"
    assert rows(read("brocade-cfgtransshow", decimal), "vsan")[0]["pending_session"] is True
    none = "There is no outstanding zone transactions\n"
    assert rows(read("brocade-cfgtransshow", none), "vsan")[0]["pending_session"] is False


def test_addresses_of_the_fabric() -> None:
    result = read("brocade-nsallshow", sample("nsallshow"))
    assert [row["fcid"] for row in rows(result, "login")] == ["070500", "070600", "080200"]
    assert (result.printed_count, result.counted_records) == (3, 3)


def test_logical_switches() -> None:
    settings = {row["setting"]: row["value"] for row in rows(read("brocade-lscfg", sample("lscfg")), "fabric_setting")}
    assert settings == {
        "logical switches": "128 20",
        "ports of fabric id 128": "1/0 1/1 2/1 2/2",
        "ports of fabric id 20": "2/0 1/2",
    }
    fixed = "Created switches:  128(ds)  20\n\nPort  |  0  |  1  |\n------\nFID   | 128 |  20 |\n"
    settings = {row["setting"]: row["value"] for row in rows(read("brocade-lscfg", fixed), "fabric_setting")}
    assert (settings["ports of fabric id 128"], settings["ports of fabric id 20"]) == ("0", "1")


@pytest.mark.corpus
def test_outside_logical_switches() -> None:
    text = corpus_file("fabric/brocade-misc/brocadesan-lscfg_show_1.txt")
    assert best_reader(text) == "brocade-lscfg"
    result = read("brocade-lscfg", text)
    assert result.unread_lines == 0
    settings = {row["setting"]: str(row["value"]).split() for row in rows(result, "fabric_setting")}
    assert settings["logical switches"] == ["128", "99"]
    assert settings["ports of fabric id 99"][:6] == ["4/0", "9/0", "1/8", "2/8", "3/8", "11/8"]
    assert len(settings["ports of fabric id 128"]) + len(settings["ports of fabric id 99"]) == 10 * 32


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("core9:FID128:admin> switchname\ncore9\n", ["core9"]),
        ("core9:FID128:admin> switchname core10\nCommitting configuration...\nDone.\n", []),
    ],
)
def test_the_command_that_prints_only_the_name_of_the_switch(text: str, names: list[str]) -> None:
    records = [record for record in intake_of({"log.txt": text}).records if record.format == "brocade-switchname"]
    assert [record.owner for record in records] == names


def test_remarks_of_the_switch_are_understood() -> None:
    heading = "Worldwide Name            Ports   Enet IP Addr    Firmware                        Local/Remote   Name\n"
    result = read("brocade-agshow", heading + "-" * 90 + "\nNo Access Gateway is registered with this fabric\n")
    assert (rows(result, "switch"), result.unread_lines) == ([], 0)
    unlicensed = "\nMAPS is not Licensed. MAPS extended features are available ONLY with License\n"
    assert read("brocade-mapsdb", sample("mapsdb") + unlicensed).unread_lines == 0
