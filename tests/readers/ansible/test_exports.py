"""Zoning and masking as code: playbooks, variables and Puppet data."""

from __future__ import annotations

import pytest

from checker.readers.registry import reader_named
from tests.readers.harness import assert_robust, best_reader, corpus_file, read, sample

BROCADE = sample("ansible-brocade-zoning.yaml")
NXOS = sample("ansible-nxos-zoning.yaml")
VPLEX = sample("ansible-vplex-views.yaml")
VARIABLES = """\
aliases:
  - name: host1
    members:
      -  10:00:00:00:c9:aa:00:01
zones:
  - name: z1
    members: [host1, "50001442a0000010", "3,12"]
"""


@pytest.mark.parametrize("name", ["ansible-brocade-zoning", "ansible-nxos-zoning", "ansible-vplex-views"])
def test_playbooks_state_the_intended_configuration(name: str) -> None:
    intent = reader_named(name).intent
    assert intent is not None and intent("") is True


def test_brocade_playbook() -> None:
    result = read("ansible-brocade-zoning", BROCADE, owner="fabric_a")
    rows = result.observations.rows
    assert [(r["alias"], r["member"], r["wwpn"]) for r in rows("alias")] == [
        ("esx01_hba0", "10000000c9aa0001", "10000000c9aa0001"),
        ("vplex_fe", "50001442a0000010", "50001442a0000010"),
        ("vplex_fe", "50001442a0000011", "50001442a0000011"),
    ]
    assert rows("zone") == [
        {"switch": "fabric_a", "vsan": "128", "active": False, "zone": "esx01_vplex", "line": 22},
        {"switch": "fabric_a", "vsan": "128", "active": False, "zone": "esx02_peer", "zone_type": "peer", "line": 26},
    ]
    members = [(r["zone"], r["member"], r["member_type"], r.get("member_role")) for r in rows("zone_member")]
    assert members == [
        ("esx01_vplex", "esx01_hba0", "alias", None),
        ("esx01_vplex", "vplex_fe", "alias", None),
        ("esx02_peer", "10000000c9aa0003", "wwpn", "peer"),
        ("esx02_peer", "50001442a0000010", "wwpn", "principal"),
    ]
    assert [(r["zone_set"], r["zone"], r["line"]) for r in rows("zone_set")] == [
        ("CFG_A", "esx01_vplex", 34),
        ("CFG_A", "esx02_peer", 35),
    ]
    assert rows("vsan") == [{"switch": "fabric_a", "vsan": "128", "active_zone_set": "CFG_A", "line": 53}]
    bad = rows("bad_value")
    assert [(r["about_kind"], r["fact"], r["value"], r["line"]) for r in bad] == [
        ("alias", "member", "{{ esx02_hba0_wwpn }}", 16)
    ]


def test_variables_alone_and_other_ways_to_write_members() -> None:
    assert best_reader(VARIABLES) == "ansible-brocade-zoning"
    result = read("ansible-brocade-zoning", VARIABLES)
    members = [(r["member"], r["member_type"], r.get("wwpn")) for r in result.observations.rows("zone_member")]
    assert members == [
        ("host1", "alias", None),
        ("50001442a0000010", "wwpn", "50001442a0000010"),
        ("3,12", "domain_port", None),
    ]


def test_what_has_to_go_is_left_out() -> None:
    text = BROCADE.replace(
        "members_add_only: True", "members_remove_only: True\n        aliases: [{name: gone, members: [a]}]"
    )
    text += "    - brocade_zoning_alias:\n        aliases_to_delete:\n          - name: older\n"
    result = read("ansible-brocade-zoning", text)
    assert {r["alias"] for r in result.observations.rows("alias")} == {"esx01_hba0", "vplex_fe"}
    assert [note.text for note in result.notes] == ["skipped members that are to be removed"]


def test_malformed_and_redacted_names_are_kept_as_bad_values() -> None:
    text = VARIABLES.replace("10:00:00:00:c9:aa:00:01", "10:00:xx:xx:c9:aa:00:01").replace(
        "50001442a0000010", "50:00:hh:42"
    )
    result = read("ansible-brocade-zoning", text)
    assert [(r["value"], r["problem"]) for r in result.observations.rows("bad_value")] == [
        ("10:00:xx:xx:c9:aa:00:01", "redacted"),
        ("50:00:hh:42", "malformed"),
    ]
    assert [r.get("wwpn") for r in result.observations.rows("alias")] == [None]


def test_a_name_of_sixteen_digits_with_an_e_is_no_number() -> None:
    text = "aliases:\n  - name: a\n    members:\n      - 50014380e1234567\n      - 5001438012345678\n"
    assert [r["wwpn"] for r in read("ansible-brocade-zoning", text).observations.rows("alias")] == [
        "50014380e1234567",
        "5001438012345678",
    ]


def test_template_lines_and_bare_placeholders() -> None:
    text = "zones:\n{% for h in hosts %}\n  - name: {{ h }}_zone\n    members:\n      - {{ h }}\n{% endfor %}\n  - name: z2\n    members: [b]\n"
    result = read("ansible-brocade-zoning", text)
    assert [r["zone"] for r in result.observations.rows("zone")] == ["z2"]
    assert [r["value"] for r in result.observations.rows("bad_value")] == ["{{ h }}_zone"]
    assert result.unread_lines == 0


def test_a_playbook_cut_in_the_middle_keeps_what_is_complete() -> None:
    text = VARIABLES + "cfgs:\n  - name: CFG\n    members: [z1\nmore: [x]]\n"
    result = read("ansible-brocade-zoning", text)
    assert [r["zone"] for r in result.observations.rows("zone")] == ["z1"]
    assert result.ends_inside_record and result.unread_lines > 0


def test_nxos_playbook() -> None:
    result = read("ansible-nxos-zoning", NXOS, owner="mds_a")
    rows = result.observations.rows
    assert [(r["alias"], r["wwpn"], r["line"]) for r in rows("alias")] == [
        ("esx01_hba0", "10000000c9aa0001", 22),
        ("vplex_fe0", "50001442a0000010", 23),
    ]
    assert [(r["zone"], r["smart"]) for r in rows("zone")] == [("esx01_vplex", True)]
    members = [(r["member"], r["member_type"], r["member_role"]) for r in rows("zone_member")]
    assert members == [("esx01_hba0", "alias", "initiator"), ("50001442a0000010", "wwpn", "target")]
    assert [(r["zone_set"], r["zone"]) for r in rows("zone_set")] == [("ZS_A", "esx01_vplex")]
    assert rows("vsan") == [
        {"switch": "mds_a", "vsan": "10", "vsan_name": "PROD_A", "vsan_state": "active", "line": 9},
        {
            "switch": "mds_a",
            "vsan": "10",
            "zone_mode": "enhanced",
            "default_zone": "deny",
            "smart_zoning": True,
            "line": 28,
        },
        {"switch": "mds_a", "vsan": "10", "active_zone_set": "ZS_A", "line": 41},
    ]
    assert [(r["port"], r["port_vsan"]) for r in rows("switch_port")] == [("fc1/3", "10"), ("port-channel5", "10")]
    settings = [(r["setting"], r["value"]) for r in rows("fabric_setting")]
    assert settings == [("device-alias mode", "enhanced"), ("device-alias distribution", "enabled")]


def test_nxos_placeholders_are_unknown() -> None:
    text = NXOS.replace("- vsan: 10\n", '- vsan: "{{ vsan }}"\n').replace('"10:00:00:00:c9:aa:00:01"', '"{{ wwpn }}"')
    rows = read("ansible-nxos-zoning", text).observations.rows
    assert rows("zone") == [] and rows("zone_member") == []
    assert {(r["fact"], r["value"]) for r in rows("bad_value")} == {("vsan", "{{ vsan }}"), ("wwpn", "{{ wwpn }}")}


def test_vplex_playbook() -> None:
    rows = read("ansible-vplex-views", VPLEX, owner="vplex1").observations.rows
    assert [(r["cluster"], r["view"]) for r in rows("mask_view")] == [("cluster-1", "esx01_view")]
    assert [r["port_name"] for r in rows("mask_port")] == ["P0000000046E00001-A0-FC00", "P0000000046E00001-B0-FC00"]
    assert [r["initiator_name"] for r in rows("mask_initiator")] == ["esx01_hba0", "esx01_hba1"]
    assert [r["volume_name"] for r in rows("mask_volume")] == ["dd_vol01_vol"]
    assert [(r["initiator_name"], r["initiator_wwpn"]) for r in rows("registered_initiator")] == [
        ("esx01_hba0", "10000000c9aa0001")
    ]


@pytest.mark.parametrize("text", [BROCADE, NXOS, VPLEX], ids=["brocade", "nxos", "vplex"])
def test_logins_are_never_written(text: str) -> None:
    hidden = "S3cr3t-Value"
    text = text.replace('"{{fos_password}}"', hidden).replace('"{{ vplexpassword }}"', hidden)
    text = text.replace("gather_facts: false", f"gather_facts: false\n  vars: {{ansible_password: {hidden}}}")
    assert hidden in text
    name = best_reader(text)
    assert name is not None
    result = read(name, text)
    written = [str(value) for chunk in result.observations.chunks() for column in chunk.values for value in column]
    assert result.records and not any(hidden in value for value in [*written, *(note.text for note in result.notes)])


def test_bombs_and_deep_nesting_stop_fast() -> None:
    bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 12)
    )
    result = read("ansible-brocade-zoning", f"{bomb}\n{VARIABLES}")
    assert "values" in result.notes[0].text and result.failure is None
    for deep in ("[" * 50_000, "{a: " * 50_000, "\n".join(" " * i + "a:" for i in range(2_000))):
        result = read("ansible-brocade-zoning", f"{VARIABLES}deep: {deep}")
        assert result.failure is None and result.ends_inside_record


@pytest.mark.parametrize("seed", range(8))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    for name, text in (
        ("ansible-brocade-zoning", BROCADE),
        ("ansible-nxos-zoning", NXOS),
        ("ansible-vplex-views", VPLEX),
    ):
        assert_robust(name, text, seed)


def test_corpus_brocade_zone_database() -> None:
    text = corpus_file("fabric/iac-zoning/brocade-2.yaml")
    assert best_reader(text) == "ansible-brocade-zoning"
    rows = read("ansible-brocade-zoning", text).observations.rows
    assert [(r["alias"], r["wwpn"]) for r in rows("alias")] == [
        ("Host1", "1122334455667788"),
        ("Target1", "2222334455667799"),
        ("Target2", "22223344556677aa"),
        ("Target3", "22223344556677bb"),
    ]
    assert [(r["zone"], r.get("zone_type")) for r in rows("zone")] == [
        ("NewZoneName", None),
        ("NewZoneName2", None),
        ("NewZoneNameP", "peer"),
    ]
    assert len(rows("zone_member")) == 7 and len(rows("zone_set")) == 6


def test_corpus_indented_variables() -> None:
    text = corpus_file("fabric/iac-zoning/ansible144-1.yaml")
    assert best_reader(text) == "ansible-brocade-zoning"
    rows = read("ansible-brocade-zoning", text).observations.rows
    assert [r["zone"] for r in rows("zone")] == [
        "z_sesosapa210_hba1_sesosapprdsvm01_033c",
        "z_sesosapa210_hba1_sesosapprdsvm01_043c",
    ]
    assert {r["zone_set"] for r in rows("zone_set")} == {"ZS_SESO_Fabric_A"}


def test_corpus_puppet_data() -> None:
    text = corpus_file("fabric/iac-zoning/dell-asm-8.yaml")
    assert best_reader(text) == "puppet-zone-configuration"
    rows = read("puppet-zone-configuration", text).observations.rows
    assert [(r["zone"], r["vsan"], r["line"]) for r in rows("zone")] == [("Zone_EB", "1111", 9)]
    assert [r["member"] for r in rows("zone_member")] == [
        "510601693ee041dc",
        "550601693ee041dc",
        "340601693ee040ab",
        "460601693ee041ab",
    ]
