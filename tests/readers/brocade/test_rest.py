"""FOS REST in JSON, XML and Ansible's facts, its error responses, and listings of Brocade Network Advisor."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import ReadResult
from tests import folders
from tests.readers.harness import assert_robust, best_reader, corpus_file, read

SAMPLES = folders.SAMPLES
NAMES = {
    "brocade-rest-json": "txt",
    "brocade-rest-xml": "xml",
    "brocade-ansible-facts": "yaml",
    "brocade-bna-rest": "txt",
}


def sample(name: str) -> str:
    return (SAMPLES / f"{name}.{NAMES[name]}").read_text(encoding="utf-8")


def rows(result: ReadResult, kind: str) -> list[dict[str, object]]:
    return [{name: value for name, value in row.items() if name != "line"} for row in result.observations.rows(kind)]


@pytest.mark.parametrize("name", NAMES)
def test_each_sample_is_recognised_and_survives_damage(name: str) -> None:
    assert best_reader(sample(name)) == name
    assert_robust(name, sample(name), 7)


def test_switch_of_json() -> None:
    (switch,) = read("brocade-rest-json", sample("brocade-rest-json")).observations.rows("switch")
    assert switch == {
        "switch": "edge-a1",
        "vendor": "brocade",
        "switch_wwn": "1000000533aa0007",
        "model": "162.5",
        "firmware_version": "v8.2.3c",
        "domain_id": "7",
        "switch_state": "online",
        "switch_role": "principal",
        "switch_mode": "native",
        "fabric_id": "128",
        "ip_address": "192.0.2.7",
        "line": 3,
    }


def test_owner_is_the_only_switch_that_is_named() -> None:
    owner_in = reader_named("brocade-rest-json").owner_in
    assert owner_in is not None
    assert owner_in(sample("brocade-rest-json")) == "edge-a1"
    assert owner_in('{"Response": {"fibrechannel": [{"name": "0/5", "user-friendly-name": "port5"}]}}') is None
    xml_owner = reader_named("brocade-rest-xml").owner_in
    assert xml_owner is not None
    text = (
        "<Response><fibrechannel-switch><user-friendly-name>sw1</user-friendly-name></fibrechannel-switch></Response>"
    )
    assert xml_owner(text) == "sw1"


def test_ports_of_json() -> None:
    result = read("brocade-rest-json", sample("brocade-rest-json"))
    first, second = rows(result, "switch_port")
    assert first == {
        "switch": "owner1",
        "port": "5",
        "port_index": 5,
        "fcid": "070500",
        "port_state": "online",
        "port_type": "F",
        "speed_gbps": 16.0,
        "speed_mode": "auto",
        "max_speed_gbps": 32.0,
        "port_wwn": "2005000533aa0007",
        "attached_wwn": "10000090fa000005",
        "description": "esx01_p0",
        "long_distance": "L0",
        "buffer_credits": 8,
        "fec": True,
        "persistently_disabled": False,
    }
    assert second == {
        "switch": "owner1",
        "port": "6",
        "port_index": 6,
        "port_state": "no_module",
        "port_type": "U",
        "port_wwn": "2006000533aa0007",
        "sfp_present": False,
    }
    (login,) = rows(result, "login")
    assert (login["wwpn"], login["port"], login["local"]) == ("10000090fa000005", "5", True)


def test_zoning_of_json() -> None:
    result = read("brocade-rest-json", sample("brocade-rest-json"))
    assert [(row["zone"], row["zone_type"], row["active"]) for row in rows(result, "zone")] == [
        ("esx01_vplex", "normal", False),
        ("peer_esx02", "peer", False),
    ]
    assert [
        (row["zone"], row["member"], row["member_type"], row.get("member_role")) for row in rows(result, "zone_member")
    ] == [
        ("esx01_vplex", "esx01_p0", "alias", None),
        ("esx01_vplex", "50001442a0000000", "wwpn", None),
        ("peer_esx02", "50001442a0000000", "wwpn", "principal"),
        ("peer_esx02", "10000090fa000006", "wwpn", "peer"),
    ]
    assert [(row["alias"], row["wwpn"]) for row in rows(result, "alias")] == [("esx01_p0", "10000090fa000005")]
    assert [row["zone"] for row in rows(result, "zone_set")] == ["esx01_vplex", "peer_esx02"]


def test_counters_and_effective_configuration_of_xml() -> None:
    result = read("brocade-rest-xml", sample("brocade-rest-xml"))
    taken = datetime(2024, 6, 27, 10, 30, tzinfo=UTC)
    assert [
        (row["port"], row["counter"], row["value"], row["captured_at"]) for row in rows(result, "counter_sample")
    ] == [
        ("5", "frames_rx", 7321, taken),
        ("5", "frames_tx", 8123, taken),
        ("5", "crc_err", 3, taken),
        ("5", "class3_timeout_tx", 1, taken),
    ]
    assert rows(result, "vsan") == [
        {"switch": "owner1", "vsan": "", "default_zone": "deny", "pending_session": False, "zone_database_bytes": 2256},
        {"switch": "owner1", "vsan": "", "active_zone_set": "prod_a", "default_zone_in_force": False},
    ]
    assert [(row["zone"], row["active"]) for row in rows(result, "zone")] == [("esx01_vplex", True)]
    assert [row["line"] for row in result.observations.rows("zone_member")] == [24, 25]
    assert [(row["setting"], row["value"]) for row in rows(result, "fabric_setting")] == [
        ("zone database maximum bytes", "1045274")
    ]


def test_no_configuration_in_effect() -> None:
    text = '{"Response": {"effective-configuration": {"cfg-name": "", "default-zone-access": 1, "db-max": 1, "cfg-action": 0}}}'
    result = read("brocade-rest-json", text)
    facts = {name: value for row in rows(result, "vsan") for name, value in row.items()}
    assert facts["default_zone"] == "permit"
    assert facts["default_zone_in_force"] is True


def test_name_server_lists_the_whole_fabric() -> None:
    text = """{"Response": {"fibrechannel-switch": {"name": "10:00:00:05:33:aa:00:07", "domain-id": 43, "user-friendly-name": "a1"}}}
{"Response": {"fibrechannel-name-server": [
 {"port-id": "0x2b9200", "port-name": "10:00:00:90:fa:00:00:05", "node-name": "20:00:00:90:fa:00:00:05",
  "port-symbolic-name": "[34] \\"Emulex PPN-10:00:00:90:FA:00:00:05\\"", "fabric-port-name": "20:92:00:05:33:aa:00:07",
  "permanent-port-name": "10:00:00:90:fa:00:00:05", "fc4-features": "FCP-Initiator", "port-index": 146,
  "name-server-device-type": "Physical Initiator"},
 {"port-id": "0xee2a00", "port-name": "50:00:14:42:a0:00:00:00", "node-name": "50:00:14:40:47:00:00:00",
  "fc4-features": "FCP-Target", "name-server-device-type": "Physical Unknown(initiator/target)", "port-index": 42}]}}"""
    first, second = rows(read("brocade-rest-json", text), "login")
    assert first == {
        "switch": "owner1",
        "vsan": "",
        "wwpn": "10000090fa000005",
        "wwnn": "20000090fa000005",
        "fcid": "2b9200",
        "port_index": 146,
        "symbolic_name": "Emulex PPN-10:00:00:90:FA:00:00:05",
        "fc4_role": "initiator",
        "device_type": "Physical Initiator",
        "local": True,
        "permanent_port_wwn": "10000090fa000005",
    }
    assert (second["local"], second.get("port_index"), second["fc4_role"]) == (False, None, "target")


def test_transceiver_fabric_and_trunk() -> None:
    text = """{"Response": {"media-rdp": [{"name": "fc/2/5", "vendor-name": "BROCADE", "part-number": "57-0000088-01",
 "serial-number": "HAA000000000001", "media-speed-capability": {"speed": [8, 16, 32]}, "wavelength": 850,
 "rx-power": 402.5, "tx-power": "489.1", "temperature": 41, "vendor-oui": "00:05:1e"}],
 "fabric-switch": [{"name": "10:00:00:05:33:aa:00:08", "domain-id": 8, "switch-user-friendly-name": "a2", "principal": 1}],
 "trunk": [{"group": 1, "source-port": 4, "destination-port": 9, "neighbor-wwn": "10:00:00:05:33:aa:00:08", "deskew": 5, "master": true}]}}"""
    result = read("brocade-rest-json", text)
    assert rows(result, "sfp") == [
        {
            "switch": "owner1",
            "port": "2/5",
            "vendor": "BROCADE",
            "part_number": "57-0000088-01",
            "serial": "HAA000000000001",
            "max_speed_gbps": 32.0,
            "wavelength": "850",
            "tx_power_uw": 489.1,
            "rx_power_uw": 402.5,
            "temperature_c": 41.0,
        }
    ]
    (member,) = rows(result, "fabric_member")
    assert (member["member_name"], member["member_domain"], member["principal"]) == ("a2", "8", True)
    (trunk,) = rows(result, "trunk_member")
    assert (trunk["port"], trunk["peer_port"], trunk["deskew"], trunk["is_master"]) == ("4", "9", 5, True)


def test_chassis_and_its_parts() -> None:
    text = """{"Response": {"chassis": {"chassis-wwn": "10:00:00:05:33:aa:00:07", "product-name": "162.5", "serial-number": "BRC0000X001"}}}
{"Response": {"power-supply": [{"unit-number": 1, "operational-state": "ok"}, {"unit-number": 2, "operational-state": "faulty"}]}}
{"Response": {"blade": [{"slot-number": 3, "blade-state": "vacant"}, {"slot-number": 1, "blade-state": "enabled"}]}}"""
    assert best_reader(text) == "brocade-rest-json"
    result = read("brocade-rest-json", text)
    assert [row["serial"] for row in rows(result, "switch")] == ["BRC0000X001"]
    assert [(row["setting"], row["value"]) for row in rows(result, "fabric_setting")] == [
        ("state of Power Supply #1", "ok"),
        ("state of Power Supply #2", "faulty"),
        ("state of slot 1", "enabled"),
    ]


def test_links_name_switches_and_not_ports() -> None:
    text = """{"Response": {"fibrechannel": [
 {"name": "0/1", "port-type": 7, "physical-state": "online", "neighbor": {"wwn": ["20:04:00:05:33:aa:00:08"]}},
 {"name": "0/2", "port-type": 25, "physical-state": "online", "neighbor": {"wwn": ["10:00:00:05:33:aa:00:09"]}}]}}"""
    result = read("brocade-rest-json", text)
    assert [(row["port"], row.get("peer_wwn"), row["link_kind"]) for row in rows(result, "isl")] == [
        ("1", None, "isl"),
        ("2", "1000000533aa0009", "fcip"),
    ]
    assert rows(result, "login") == []


def test_complete_parts_of_a_truncated_document_are_read() -> None:
    whole = sample("brocade-rest-json")
    result = read("brocade-rest-json", whole[: whole.index('"fcid-hex": "0x070500"')])
    assert result.ends_inside_record
    assert [row["switch"] for row in rows(result, "switch")] == ["edge-a1"]
    xml = sample("brocade-rest-xml")
    result = read("brocade-rest-xml", xml[: xml.index("<enabled-zone>")])
    assert result.ends_inside_record
    assert len(rows(result, "counter_sample")) == 4


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa">]><Response><fibrechannel><name>&a;</name></fibrechannel></Response>',
        "<Response>" + "<a>" * 3_000 + "</Response>",
        "<Response><fibrechannel><name>0/5</fibrechannel></Response>",
    ],
)
def test_hostile_xml_is_refused(text: str) -> None:
    result = read("brocade-rest-xml", text)
    assert result.failure is None
    assert result.ends_inside_record
    assert rows(result, "switch_port") == []


def test_aliases_of_yaml_are_not_expanded() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*{'a' if n == 0 else f'b{n - 1}'}, *a]\n" for n in range(40))
    result = read("brocade-ansible-facts", f"- name: 0/5\n  neighbor: null\n- {{name: 0/6, neighbor: null}}\n# {bomb}")
    assert result.failure is None
    assert read("brocade-ansible-facts", bomb).failure is None


def test_text_that_ansible_prints_around_its_facts() -> None:
    text = """TASK [read facts] ************************************
ok: [edge-a1] => {"ansible_facts": {"brocade_interface_fibrechannel": [
  {"name": "0/5", "fcid_hex": "0x070500", "port_type": 15, "physical_state": "online", "neighbor": {"wwn": "10:00:00:90:fa:00:00:05"}}]}}
"""
    assert best_reader(text) == "brocade-rest-json"
    result = read("brocade-rest-json", text)
    assert result.unread_lines == 0
    assert result.notes == []
    (port,) = result.observations.rows("switch_port")
    assert (port["port"], port["fcid"], port["attached_wwn"], port["line"]) == ("5", "070500", "10000090fa000005", 3)


def test_facts_of_ansible() -> None:
    result = read("brocade-ansible-facts", sample("brocade-ansible-facts"))
    assert [(row["port"], row.get("attached_wwn")) for row in rows(result, "switch_port")] == [
        ("5", None),
        ("3/6", None),
        ("3/7", "50001442a0000000"),
    ]
    assert [row["wwpn"] for row in rows(result, "login")] == [
        "10000090fa000005",
        "10000090fa000006",
        "50001442a0000000",
    ]


def test_an_error_response_has_no_facts_and_a_note() -> None:
    text = (SAMPLES / "brocade-rest-json.2.txt").read_text(encoding="utf-8")
    assert best_reader(text) == "brocade-rest-json"
    result = read("brocade-rest-json", text)
    assert list(result.observations.chunks()) == []
    assert [(note.line, note.text) for note in result.notes] == [
        (8, "the switch returned an error: The zone database is locked by another session")
    ]
    xml = """<?xml version="1.0"?>
<errors xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf"><error><error-type>protocol</error-type>
<error-app-tag>Error</error-app-tag><error-message>Not found</error-message></error></errors>"""
    assert best_reader(xml) == "brocade-rest-xml"
    (note,) = read("brocade-rest-xml", xml).notes
    assert note.text == "the switch returned an error: Not found"


def test_network_advisor() -> None:
    result = read("brocade-bna-rest", sample("brocade-bna-rest"))
    assert [(row["zone"], row["active"], row["zone_type"]) for row in rows(result, "zone")] == [
        ("z_db01", True, "normal"),
        ("z_peer", False, "peer"),
    ]
    assert [(row["member"], row["member_type"], row.get("member_role")) for row in rows(result, "zone_member")] == [
        ("50001442a0000000", "wwpn", None),
        ("db01_p0", "alias", None),
        ("50001442a0000000", "wwpn", "principal"),
        ("10000090fa000005", "wwpn", "peer"),
    ]
    (port,) = rows(result, "switch_port")
    assert (port["port"], port["fcid"], port["speed_gbps"], port["buffer_credits"]) == ("5", "070500", 16.0, 8)


CORPUS = {
    "brocade-rest-error/ansible100-1.txt": "brocade-rest-json",
    "brocade-rest-facts/ansible136-1.yaml": "brocade-ansible-facts",
    "brocade-rest-facts/ansible29-1.txt": "brocade-rest-json",
    "brocade-bna-rest/raldi87-cfg_active.json": "brocade-bna-rest",
    "brocade-bna-rest/raldi87-events.json": "brocade-bna-rest",
    "brocade-bna-rest/raldi87-fabrics.json": "brocade-bna-rest",
    "brocade-bna-rest/raldi87-ports.json": "brocade-bna-rest",
    "brocade-bna-rest/raldi87-switches.json": "brocade-bna-rest",
    "brocade-bna-rest/raldi87-zones.json": "brocade-bna-rest",
}


@pytest.mark.corpus
@pytest.mark.parametrize(("path", "name"), CORPUS.items())
def test_outside_files_are_recognised_and_read(path: str, name: str) -> None:
    text = corpus_file(f"fabric/{path}")
    assert best_reader(text) == name
    result = read(name, text)
    assert (result.failure, result.unread_lines) == (None, 0)


@pytest.mark.corpus
def test_outside_values() -> None:
    facts = read("brocade-rest-json", corpus_file("fabric/brocade-rest-facts/ansible29-1.txt"))
    (login,) = rows(facts, "login")
    assert (login["fc4_role"], login["device_type"]) == ("both", "Physical Initiator+Target")
    assert {row["fact"] for row in rows(facts, "bad_value")} == {"fcid", "wwpn", "wwnn", "permanent_port_wwn"}
    assert facts.ends_inside_record
    ports = read("brocade-ansible-facts", corpus_file("fabric/brocade-rest-facts/ansible136-1.yaml"))
    assert [row["port"] for row in rows(ports, "switch_port")] == ["3/3", "3/5", "3/10"]
    assert [row["wwpn"] for row in rows(ports, "login")] == [
        "2023001438c894fc",
        "10002edb64d00014",
        "10002edb64d00000",
        "5000e1116c8d3016",
    ]
    (switch,) = rows(read("brocade-bna-rest", corpus_file("fabric/brocade-bna-rest/raldi87-switches.json")), "switch")
    assert switch["switch"] == "edgesw24-05"
    assert (switch["domain_id"], switch["switch_role"]) == ("23", "subordinate")
    first, second = rows(
        read("brocade-bna-rest", corpus_file("fabric/brocade-bna-rest/raldi87-ports.json")), "switch_port"
    )
    assert (first["port"], first["attached_wwn"], first["speed_gbps"]) == ("14", "51402ec000d0fd14", 16.0)
    assert (second["port_state"], second["sfp_present"], second.get("speed_gbps")) == ("no_module", False, None)
