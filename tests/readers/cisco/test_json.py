"""NX-OS responses as JSON, in all envelopes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests import folders
from tests.readers.harness import assert_robust, best_reader, check_types, read

LOGIN = {
    "interface": "fc1/3",
    "vsan": "10",
    "fcid": "0x250001",
    "port_name": "10:00:00:00:c9:aa:00:01",
    "node_name": "20:00:00:00:c9:aa:00:01",
}
FLOGI: dict[str, Any] = {"TABLE_flogi_entry": {"ROW_flogi_entry": LOGIN}, "total_no_of_flogi": 1}
ZONES: dict[str, Any] = {
    "TABLE_zoneset": {
        "ROW_zoneset": {
            "name": "ZS_A",
            "vsan": 10,
            "TABLE_zone": {
                "ROW_zone": {
                    "name": "z1",
                    "vsan": 10,
                    "TABLE_member": {
                        "ROW_member": [
                            {
                                "type": "pwwn",
                                "wwn": "10:00:00:00:c9:aa:00:01",
                                "dev_alias": "esx01",
                                "online_fcid": "0x250001",
                            },
                            {"type": "device-alias", "dev_alias": "arr0", "online_fcid": ""},
                        ]
                    },
                }
            },
        }
    }
}
EXPECTED = [("fc1/3", "10", "10000000c9aa0001", "20000000c9aa0001", "250001", True)]


def logins(value: Any) -> list[tuple[Any, ...]]:
    result = read("nxos-show-json", json.dumps(value, indent=1))
    rows = result.observations.rows("login")
    return [tuple(r.get(k) for k in ("port", "vsan", "wwpn", "wwnn", "fcid", "local")) for r in rows]


@pytest.mark.parametrize(
    "envelope",
    [
        FLOGI,
        {"TABLE_flogi_entry": [{"ROW_flogi_entry": [LOGIN]}]},
        {"jsonrpc": "2.0", "result": {"body": FLOGI}, "id": 1},
        [{"jsonrpc": "2.0", "result": {"body": FLOGI}, "id": 1}],
        {"ins_api": {"outputs": {"output": {"input": "show flogi database", "body": FLOGI, "code": "200"}}}},
        {"ins_api": {"outputs": {"output": [{"input": "show flogi database", "body": FLOGI}]}}},
    ],
)
def test_envelopes(envelope: Any) -> None:
    assert best_reader(json.dumps(envelope)) == "nxos-show-json"
    assert logins(envelope) == EXPECTED


def test_an_echoed_command_and_a_total() -> None:
    result = read("nxos-show-json", f"mds-a# show flogi database | json\n{json.dumps(FLOGI)}\nmds-a#\n")
    assert len(result.observations.rows("login")) == 1 and result.unread_lines == 0
    assert (result.printed_count, result.counted_records) == (1, 1)


def members(value: Any, command: str | None) -> list[tuple[Any, ...]]:
    capture = Capture(text=json.dumps(value), file="a.json", owner="mds-a", command=command)
    result = read_capture(reader_named("nxos-show-json"), capture)
    check_types(result)
    rows = result.observations.rows("zone_member")
    return [tuple(r.get(k) for k in ("active", "member", "alias", "fcid", "logged_in")) for r in rows]


def test_active_zones_show_logins() -> None:
    assert members(ZONES, "show zoneset active | json") == [
        (True, "10000000c9aa0001", "esx01", "250001", True),
        (True, "arr0", "arr0", None, False),
    ]
    assert members(ZONES, "show zoneset | json") == [
        (False, "10000000c9aa0001", "esx01", "250001", True),
        (False, "arr0", "arr0", None, None),
    ]


def test_older_keys_do_not_show_logins() -> None:
    zone = {
        "zone_name": "z1",
        "zone_vsan_id": "10",
        "TABLE_zone_member": {"ROW_zone_member": {"type": "pwwn", "wwn": "10:00:00:00:c9:aa:00:01"}},
    }
    old = {
        "TABLE_zoneset": {
            "ROW_zoneset": {"zoneset_name": "ZS_A", "zoneset_vsan_id": "10", "TABLE_zone": {"ROW_zone": zone}}
        }
    }
    assert members(old, "show zoneset active | json") == [(True, "10000000c9aa0001", None, None, None)]


def test_ports_transceivers_and_counters() -> None:
    body = {
        "TABLE_interface_brief_fc": {
            "ROW_interface_brief_fc": [
                {"interface_fc": "fc1/1", "vsan_brief": "10", "status": "up", "fcot_info": "swl", "oper_mode": "F",
                 "oper_speed": "16", "port_channel": "--"},
                {"interface": "fc1/2", "vsan": 1, "status": "sfpAbsent", "fcot_info": "--", "oper_mode": "--",
                 "oper_speed": "--", "port_channel": "--"},
            ]
        },
        "TABLE_interface_trans": {
            "ROW_interface_trans": {
                "interface_sfp": "fc1/1",
                "TABLE_calib": {
                    "ROW_calib": {
                        "sfp": "sfp is present",
                        "name": "CISCO-FINISAR",
                        "supported_speeds": "Min speed: 8000 Mb/s, Max speed: 32000 Mb/s",
                        "TABLE_calibration": {
                            "ROW_calibration": {
                                "TABLE_detail": {
                                    "ROW_detail": {"rx_pwr": "-3.10 dBm", "rx_pwr_warn_lo": "-11.90 dBm", "temperature": "38.05 C"}
                                }
                            }
                        },
                    }
                },
            }
        },
        "TABLE_counters": {"ROW_counters": {"interface": "fc1/1", "rx_crc_fcs": 3, "tx_timeout_discards": "4"}},
    }  # fmt: skip
    rows = read("nxos-show-json", json.dumps(body)).observations.rows
    ports = [(r["port"], r.get("port_state"), r.get("speed_gbps"), r.get("sfp_present")) for r in rows("switch_port")]
    assert ports == [("fc1/1", "up", 16.0, True), ("fc1/2", "down", None, False), ("fc1/1", None, None, True)]
    sfp = rows("sfp")[0]
    assert (sfp["max_speed_gbps"], sfp["rx_power_uw"], sfp["rx_low_warning_uw"]) == (32.0, 489.7788, 64.5654)
    assert {r["counter"]: r["value"] for r in rows("counter_sample")} == {"crc_err": 3, "class3_timeout_tx": 4}


def test_name_server_vsans_aliases_and_version() -> None:
    device = {
        "fcid": "0x250001",
        "pwwn": "10:00:00:00:c9:aa:00:01",
        "vendor": "Emulex",
        "device_alias": "esx01",
        "TABLE_fc4_type_feature": {
            "ROW_fc4_type_feature": [
                {"fc4_type": "npv", "fc4_feature": ""},
                {"fc4_type": "scsi-fcp", "fc4_feature": "init"},
            ]
        },
    }
    body = {
        "TABLE_fcns_vsan": {"ROW_fcns_vsan": {"vsan_id": 10, "TABLE_fcns_database": {"ROW_fcns_database": device}}},
        "TABLE_vsan": {"ROW_vsan": [{"vsan": 10, "name": "PROD_A", "state": "active", "operational_state": "up"}]},
        "TABLE_device_alias_database": {"ROW_device_alias_database": {"dev_alias_name": "esx01", "pwwn": "10:00:xx"}},
        "chassis_id": 'MDS 9706 (6 Slot) Chassis ("Supervisor Module-3")',
        "sys_ver_str": "8.4(2b)",
        "host_name": "mds-a",
    }
    result = read("nxos-show-json", json.dumps(body), owner="mds-a")
    rows = result.observations.rows
    login = rows("login")[0]
    assert (login["fc4_role"], login["alias"], login["local"]) == ("initiator", "esx01", False)
    assert rows("vsan")[0]["vsan_name"] == "PROD_A"
    assert [r["problem"] for r in rows("bad_value")] == ["redacted"]
    switch = rows("switch")[0]
    assert (switch["model"], switch["firmware_version"], switch["is_director"]) == ("MDS 9706", "8.4(2b)", True)


@pytest.mark.parametrize("seed", range(6))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust("nxos-show-json", json.dumps({"a": FLOGI, "b": ZONES}, indent=1), seed)


XML = (folders.SAMPLES / "nxos-show-xml.xml").read_text(encoding="utf-8")


def test_the_xml_form_yields_the_same_facts_as_the_json_form() -> None:
    result = read("nxos-show-xml", XML)
    found = [
        (row["vsan"], row["wwpn"], row["fcid"], row["port"], row["line"]) for row in result.observations.rows("login")
    ]
    assert found == [
        ("10", "10000000c9aa0001", "250001", "fc1/3", 10),
        ("10", "50001442a0000010", "250020", "fc1/4", 17),
    ]
    assert (result.printed_count, result.counted_records, result.ends_inside_record) == (2, 2, False)


def test_the_last_row_of_truncated_xml_is_skipped() -> None:
    result = read("nxos-show-xml", XML[: XML.index("<port_name>50:00")])
    assert [row["port"] for row in result.observations.rows("login")] == ["fc1/3"]
    assert result.ends_inside_record


def test_xml_with_a_document_type_is_refused() -> None:
    hostile = '<!DOCTYPE a [<!ENTITY b "fc1/9">]>\n' + XML.partition("\n")[2].replace("fc1/4", "&b;")
    result = read("nxos-show-xml", hostile)
    assert result.observations.rows("login") == []
    assert result.failure is None
