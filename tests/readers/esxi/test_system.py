"""SATPs, adapters, version and name of an ESXi host."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from checker.readers.registry import reader_named
from tests.readers import harness
from tests.thorough import examples

SATP_TEXT = """Name                 Default PSP    Description
-------------------  -------------  -------------------------------------------------------
VMW_SATP_ALUA        VMW_PSP_MRU    Supports non-specific arrays that use the ALUA protocol
VMW_SATP_SYMM VMW_PSP_RR Placeholder (plugin not loaded)
ACME_SATP_X          ACME_PSP_Y     Supports one array
"""


def test_satp_list():
    result = harness.read("esxi-satp-list", SATP_TEXT)
    assert [
        (row["satp"], row["default_psp"], row["loaded"], row["line"]) for row in result.observations.rows("satp")
    ] == [
        ("VMW_SATP_ALUA", "VMW_PSP_MRU", True, 3),
        ("VMW_SATP_SYMM", "VMW_PSP_RR", False, 4),
        ("ACME_SATP_X", "ACME_PSP_Y", True, 5),
    ]
    assert result.unread_lines == 0


def test_satp_list_that_breaks_off():
    result = harness.read("esxi-satp-list", SATP_TEXT[: SATP_TEXT.index("VMW_PSP_RR") + 8])
    assert len(result.observations.rows("satp")) == 1
    assert result.ends_inside_record


RULES = """Name           Device  Vendor   Model    Driver  Transport  Options  Rule Group  Claim Options  Default PSP  PSP Options  Description
-------------  ------  -------  -------  ------  ---------  -------  ----------  -------------  -----------  -----------  ---------------
VMW_SATP_ALUA          EXAMPLE  MODEL-1                              user        tpgs_on        VMW_PSP_RR   iops=1       Example arrays
VMW_SATP_SYMM          ACME                                          system
"""


def test_satp_rules_under_their_ruler():
    result = harness.read("esxi-satp-rule-list", RULES)
    first, second = result.observations.rows("satp_rule")
    assert first == {
        "host": "owner1",
        "satp": "VMW_SATP_ALUA",
        "vendor": "EXAMPLE",
        "model": "MODEL-1",
        "rule_group": "user",
        "claim_options": "tpgs_on",
        "default_psp": "VMW_PSP_RR",
        "psp_options": "iops=1",
        "description": "Example arrays",
        "line": 3,
    }
    assert second == {"host": "owner1", "satp": "VMW_SATP_SYMM", "vendor": "ACME", "rule_group": "system", "line": 4}


def test_satp_rules_as_csv():
    text = (
        "ClaimOptions,DefaultPSP,Description,Device,Driver,Model,Name,Options,PSPOptions,RuleGroup,Transport,Vendor,\n"
        'tpgs_on,VMW_PSP_RR,"Example, arrays",,,MODEL-1,VMW_SATP_ALUA,,iops=1,user,,EXAMPLE,\n'
    )
    assert harness.best_reader(text) == "esxi-satp-rule-list-formatted"
    row = harness.read("esxi-satp-rule-list-formatted", text).observations.rows("satp_rule")[0]
    assert (row["satp"], row["vendor"], row["psp_options"], row["description"]) == (
        "VMW_SATP_ALUA",
        "EXAMPLE",
        "iops=1",
        "Example, arrays",
    )


def test_satp_rules_without_columns_are_parsed_by_their_words():
    collapsed = "\n".join(" ".join(line.split()) for line in RULES.split("\n"))
    result = harness.read("esxi-satp-rule-list", collapsed)
    first, second = result.observations.rows("satp_rule")
    assert first == harness.read("esxi-satp-rule-list", RULES).observations.rows("satp_rule")[0]
    assert second == {"host": "owner1", "satp": "VMW_SATP_SYMM", "vendor": "ACME", "rule_group": "system", "line": 4}
    assert result.notes


def test_an_ambiguous_satp_rule_is_not_guessed():
    header = "Name Device Vendor Model Driver Transport Options Rule Group Claim Options Default PSP PSP Options Description\n"
    result = harness.read("esxi-satp-rule-list", header + "VMW_SATP_ALUA ACME Arrays of one vendor\n\n")
    assert not result.observations.rows("satp_rule")
    assert result.unread_lines == 1


def test_satp_rules_without_policy_end_at_their_group_or_claim_options():
    header = "Name Device Vendor Model Driver Transport Options Rule Group Claim Options Default PSP PSP Options Description\n"
    rows = (
        "VMW_SATP_SYMM EMC SYMMETRIX system EMC Symmetrix\n"
        "VMW_SATP_ALUA NETAPP system tpgs_on NetApp arrays of one system\n"
        "VMW_SATP_ALUA ACME tpgs_on Acme arrays\n"
    )
    first, second, third = harness.read("esxi-satp-rule-list", header + rows).observations.rows("satp_rule")
    assert (first["vendor"], first["model"], first["description"]) == ("EMC", "SYMMETRIX", "EMC Symmetrix")
    assert (second["vendor"], second["claim_options"], second["rule_group"]) == ("NETAPP", "tpgs_on", "system")
    assert second["description"] == "NetApp arrays of one system"
    assert (third["vendor"], third["claim_options"], third["description"]) == ("ACME", "tpgs_on", "Acme arrays")
    assert "model" not in second


def test_a_satp_rule_with_device_options_and_transport():
    header = "Name  Device  Vendor  Model  Driver  Transport  Options  Rule Group  Claim Options  Default PSP  PSP Options  Description\n"
    rows = (
        "VMW_SATP_LOCAL  naa.6000144000000010aa00000000000001  enable_ssd  user\n"
        "VMW_SATP_DEFAULT_AA  fc  system  VMW_PSP_FIXED  Fibre Channel Devices\n"
        "VMW_SATP_ALUA  ACME  Universal Xport  user  tpgs_on  VMW_PSP_RR  policy=iops;iops=1  One\n"
    )
    found = harness.read("esxi-satp-rule-list", header + rows).observations.rows("satp_rule")
    assert (found[0]["device"], found[0]["options"]) == ("naa.6000144000000010aa00000000000001", "enable_ssd")
    assert (found[1]["rule_transport"], found[1]["default_psp"]) == ("fc", "VMW_PSP_FIXED")
    assert "vendor" not in found[1]
    assert (found[2]["vendor"], found[2]["model"], found[2]["psp_options"]) == (
        "ACME",
        "Universal Xport",
        "policy=iops;iops=1",
    )


ADAPTERS = """HBA Name  Driver      Link State  UID                                   Capabilities         Description
--------  ----------  ----------  ------------------------------------  -------------------  -----------------------------
vmhba0    vmw_ahci    link-n/a    sata.vmhba0                                                (0000:00:1f.2) Example AHCI
vmhba2    lpfc        link-up     fc.20000010aa000002:10000010aa000002  Second Level Lun ID  (0000:04:00.0) Example 16Gb HBA
vmhba3    lpfc        link-down   fc.20000010aa000003:10000010aa000003  Second Level Lun ID  (0000:04:00.1) Example 16Gb HBA
vmhba66   lpfc        link-up     fc.20000010aa000002:10000010aa000002                       (0000:04:00.0) Example 16Gb HBA NVMe
"""
SCSIDEVS = """vmhba0  mptsas            link-n/a  sas.500a0000000000a0                    (0:1:0.0) Example SAS
vmhba1  fnic              link-up   fc.20000010aa000004:10000010aa000004    (0:16:0.0) Example FCoE HBA
vmhba2 qla2xxx link-n/a fc.20000010aa000005:1000xxxx00000005 (8:0.)} Example 4Gb HBA
vmhba33  bnx2fc  unbound  fcoe.10000010aa000006:20000010aa000006  () Example CNA
"""


def test_core_adapter_list():
    result = harness.read("esxi-core-adapter-list", ADAPTERS)
    first, second, third = result.observations.rows("initiator")
    assert first == {
        "host": "owner1",
        "hba": "vmhba2",
        "initiator_wwpn": "10000010aa000002",
        "wwnn": "20000010aa000002",
        "transport": "fc",
        "port_state": "online",
        "model": "Example 16Gb HBA",
        "driver": "lpfc",
        "pci_address": "0000:04:00.0",
        "line": 4,
    }
    assert second["port_state"] == "linkdown"
    assert (third["hba"], third["protocol"]) == ("vmhba66", "nvme")
    assert (result.unread_lines, harness.best_reader(ADAPTERS)) == (0, "esxi-core-adapter-list")


def test_scsidevs_adapters():
    result = harness.read("esxi-scsidevs-adapters", SCSIDEVS)
    first, second, third = result.observations.rows("initiator")
    assert (first["hba"], first["initiator_wwpn"], first["pci_address"]) == ("vmhba1", "10000010aa000004", "0:16:0.0")
    assert (second["wwnn"], second["pci_address"], second["model"]) == ("20000010aa000005", "8:0.", "Example 4Gb HBA")
    assert not {"initiator_wwpn", "port_state", "protocol"} & second.keys()
    assert (third["initiator_wwpn"], third["wwnn"]) == ("10000010aa000006", "20000010aa000006")
    assert "pci_address" not in third
    bad = result.observations.rows("bad_value")
    assert [(row["fact"], row["value"], row["line"]) for row in bad] == [("initiator_wwpn", "1000xxxx00000005", 3)]
    assert harness.best_reader(SCSIDEVS) == "esxi-scsidevs-adapters"


VERSION = """   Product: VMware ESXi
   Version: 7.0.3
   Build: Releasebuild-10000001
   Update: 3
   Patch: 50
"""
HOSTNAME = """   Domain Name: lab.example
   Fully Qualified Domain Name: esx01.lab.example
   Host Name: esx01
"""


def test_version():
    assert harness.best_reader(VERSION) == "esxi-system-version"
    assert harness.read("esxi-system-version", VERSION).observations.rows("host") == [
        {
            "host": "owner1",
            "platform": "esxi",
            "os_name": "VMware ESXi",
            "os_version": "7.0.3",
            "kernel_version": "Releasebuild-10000001",
            "line": 1,
        }
    ]
    cut = harness.read("esxi-system-version", VERSION[: VERSION.index("7.0.3") + 3])
    assert cut.ends_inside_record
    assert "os_version" not in cut.observations.rows("host")[0]


def test_hostname_names_the_owner():
    owner_in = reader_named("esxi-system-hostname").owner_in
    assert owner_in is not None
    assert owner_in(HOSTNAME) == "esx01"
    assert owner_in(HOSTNAME.replace("Host Name: esx01", "Host Name: localhost")) is None
    assert harness.best_reader(HOSTNAME) == "esxi-system-hostname"
    observations = harness.read("esxi-system-hostname", HOSTNAME, owner="esx01").observations
    assert observations.rows("host") == [{"host": "esx01", "platform": "esxi", "line": 1}]
    assert observations.rows("host_alias") == [
        {"host": "esx01", "alias": "esx01.lab.example", "basis": "fqdn", "line": 2}
    ]


FORMATS = [
    ("esxi-satp-list", SATP_TEXT), ("esxi-satp-rule-list", RULES), ("esxi-core-adapter-list", ADAPTERS),
    ("esxi-scsidevs-adapters", SCSIDEVS), ("esxi-system-version", VERSION), ("esxi-system-hostname", HOSTNAME),
]  # fmt: skip


@given(seed=integers())
@settings(max_examples=examples(20))
@pytest.mark.parametrize(("name", "text"), FORMATS)
def test_no_damage_breaks_the_readers(name, text, seed):
    harness.assert_robust(name, text, seed)


@pytest.mark.parametrize(("name", "text"), FORMATS)
def test_prose_about_a_format_is_not_claimed(name, text):
    prose = "\n".join(f"This is line {number} of a long text about storage." for number in range(200))
    assert harness.best_reader(f"{prose}\n{text}\n{prose}") is None


def test_error_counters_of_fc_ports():
    name = "esxi-san-fc-stats"
    text = harness.sample(f"{name}.txt")
    assert harness.best_reader(text) == name
    result = harness.read(name, text, owner="esx01")
    assert result.unread_lines == 0
    counted = result.observations.rows("initiator_counter")
    assert [(one["counter"], one["value"]) for one in counted if one["hba"] == "vmhba2"] == [
        ("link_failure", 3),
        ("loss_sync", 14),
        ("loss_signal", 1),
        ("crc_err", 0),
        ("invalid_words", 21),
        ("error_frames", 0),
        ("dumped_frames", 0),
        ("protocol_errors", 0),
    ]
    assert {one["value"] for one in counted if one["hba"] == "vmhba3"} == {0}
    # A bundle prints fields that the driver does not return in this way.
    partial = text.replace("   Lip Count: 1\n", "   Error getting field Lip Count\n")
    assert harness.read(name, partial).unread_lines == 0
