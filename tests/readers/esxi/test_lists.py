"""FC ports, datastores, claim rules, module parameters, advanced settings and device listings of ESXi hosts."""

from __future__ import annotations

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers import harness

DEVICE = "naa.6000144000000010aa00000000000001"
FC = """   Adapter: vmhba2
   Port ID: 010300
   Node Name: 20:00:00:10:aa:00:00:01
   Port Name: 10:00:00:10:aa:00:00:01
   Speed: 16 Gbps
   Port Type: NPort
   Port State: ONLINE
   Model Description: Example 16Gb Fibre Channel Adapter
   Hardware Version: 0000000c
   OptionROM Version: 12.0.0.1
   Firmware Version: 12.0.0.1
   Driver Name: lpfc
   DriverVersion: 14.0.0.1

   Adapter: vmhba3
   Port ID: 000000
   Node Name: 20:00:00:10:aa:00:00:02
   Port Name: 10:00:00:10:aa:00:00:02
   Speed: 0 Gbps
   Port Type: Unknown
   Port State: LINK DOWN
   Model Description: Example 16Gb Fibre Channel Adapter
   Driver Name: lpfc
   DriverVersion: 14.0.0.1
"""


def test_fc_ports():
    assert harness.best_reader(FC) == "esxi-san-fc-list"
    result = harness.read("esxi-san-fc-list", FC)
    first, second = result.observations.rows("initiator")
    assert first == {
        "host": "owner1",
        "hba": "vmhba2",
        "initiator_wwpn": "10000010aa000001",
        "wwnn": "20000010aa000001",
        "transport": "fc",
        "port_state": "online",
        "speed_gbps": 16.0,
        "max_speed_gbps": 16.0,
        "fcid": "010300",
        "port_type": "NPort",
        "model": "Example 16Gb Fibre Channel Adapter",
        "driver": "lpfc",
        "driver_version": "14.0.0.1",
        "firmware_version": "12.0.0.1",
        "line": 1,
    }
    assert (second["port_state"], second["line"]) == ("linkdown", 15)
    assert not {"speed_gbps", "fcid", "port_type"} & second.keys()
    assert result.unread_lines == 0


def test_fc_ports_of_a_bundle_with_fields_that_the_driver_does_not_answer():
    records = ["FcDevice:\n" + record + "Error getting field DriverVersion\n" for record in FC.split("\n\n")]
    result = harness.read("esxi-san-fc-list", "\n".join(records))
    assert [row["hba"] for row in result.observations.rows("initiator")] == ["vmhba2", "vmhba3"]
    assert result.unread_lines == 0
    assert not result.ends_inside_record


def test_fc_ports_without_indentation_and_with_a_redacted_name():
    text = "\n".join(line.strip() for line in FC.split("\n")).replace(
        "10:00:00:10:aa:00:00:02", "10:00:xx:xx:xx:xx:xx:xx"
    )
    result = harness.read("esxi-san-fc-list", text)
    assert [row.get("initiator_wwpn") for row in result.observations.rows("initiator")] == ["10000010aa000001", None]
    assert result.observations.rows("bad_value")[0]["problem"] == "redacted"


def test_fc_ports_that_break_off():
    result = harness.read("esxi-san-fc-list", FC[: FC.rindex("10:00:00:10") + 5])
    assert result.ends_inside_record
    assert "initiator_wwpn" not in result.observations.rows("initiator")[1]
    assert not result.observations.rows("bad_value")


EXTENTS = f"""Volume Name    VMFS UUID                            Extent Number  Device Name                           Partition
-------------  -----------------------------------  -------------  ------------------------------------  ---------
datastore one  53d60001-65f90001-0001-508700000001              0  {DEVICE}          1
datastore one  53d60001-65f90001-0001-508700000001              1  {DEVICE[:-1]}2          1
"""


def test_vmfs_extents():
    assert harness.best_reader(EXTENTS) == "esxi-vmfs-extent-list"
    first, second = harness.read("esxi-vmfs-extent-list", EXTENTS).observations.rows("datastore")
    assert first == {
        "host": "owner1",
        "datastore": "datastore one",
        "device": DEVICE,
        "uuid": "53d60001-65f90001-0001-508700000001",
        "extent": 0,
        "partition": 1,
        "line": 3,
    }
    assert (second["extent"], second["device"]) == (1, DEVICE[:-1] + "2")


def test_vmfs_extents_with_collapsed_blanks():
    collapsed = "\n".join(" ".join(line.split()) for line in EXTENTS.split("\n"))
    rows = harness.read("esxi-vmfs-extent-list", collapsed).observations.rows("datastore")
    assert rows == harness.read("esxi-vmfs-extent-list", EXTENTS).observations.rows("datastore")


MOUNTS = """Mount Point                                        Volume Name    UUID                                 Mounted  Type                    Size         Free
-------------------------------------------------  -------------  -----------------------------------  -------  --------------  ------------  -----------
/vmfs/volumes/53d60001-65f90001-0001-508700000001  datastore one  53d60001-65f90001-0001-508700000001     true  VMFS-6          107374182400  53687091200
/vmfs/volumes/db6a0001-61e80001-6d87-ab51a0000001                 db6a0001-61e80001-6d87-ab51a0000001     true  vfat               261853184     92631040
/vmfs/volumes/1c5a0001-61e80001                    nfs1           1c5a0001-61e80001                       true  NFS             107374182400  53687091200
                                                   snap 1         53d60002-65f90001-0001-508700000002    false  VMFS-unknown version        0            0
"""


def test_file_systems():
    assert harness.best_reader(MOUNTS) == "esxi-filesystem-list"
    result = harness.read("esxi-filesystem-list", MOUNTS)
    first, second = result.observations.rows("datastore")
    assert first == {
        "host": "owner1",
        "datastore": "datastore one",
        "uuid": "53d60001-65f90001-0001-508700000001",
        "vmfs_version": "6",
        "size_bytes": 107374182400,
        "free_bytes": 53687091200,
        "line": 3,
    }
    assert (second["datastore"], second["uuid"][-1]) == ("snap 1", "2")
    assert not {"size_bytes", "vmfs_version"} & second.keys()
    assert result.unread_lines == 0


CLAIM = """Rule Class   Rule  Class    Type       Plugin     Matches                                    XCOPY Use Array Reported Values  XCOPY Use Multiple Segments  XCOPY Max Transfer Size KiB
----------  -----  -------  ---------  ---------  -----------------------------------------  -------------------------------  ---------------------------  ---------------------------
MP             50  runtime  transport  NMP        transport=usb                                                        false                        false                            0
MP            101  file     vendor     MASK_PATH  vendor=EXAMPLE model=Universal Xport                                 false                        false                            0
MP          65535  runtime  vendor     NMP        vendor=* model=*                                                     false                        false                            0
"""


def test_claim_rules_of_newer_versions():
    assert harness.best_reader(CLAIM) == "esxi-claimrule-list"
    result = harness.read("esxi-claimrule-list", CLAIM)
    assert [
        (row["rule"], row["rule_loaded_as"], row["plugin"], row["matches"])
        for row in result.observations.rows("claim_rule")
    ] == [
        (50, "runtime", "NMP", "transport=usb"),
        (101, "file", "MASK_PATH", "vendor=EXAMPLE model=Universal Xport"),
        (65535, "runtime", "NMP", "vendor=* model=*"),
    ]
    assert result.unread_lines == 0


def test_claim_rules_that_break_off():
    result = harness.read("esxi-claimrule-list", CLAIM[: CLAIM.rindex("NMP") + 3])
    assert [row["rule"] for row in result.observations.rows("claim_rule")] == [50, 101]
    assert result.ends_inside_record


def test_claim_rules_without_the_one_that_every_host_has():
    lines = CLAIM.splitlines(keepends=True)
    result = harness.read("esxi-claimrule-list", "".join(lines[:-1]))
    assert [row["rule"] for row in result.observations.rows("claim_rule")] == [50, 101]
    assert result.ends_inside_record
    assert not harness.read("esxi-claimrule-list", CLAIM).ends_inside_record
    # Rules that are only in the file are not active yet.
    assert not harness.read("esxi-claimrule-list", "".join([*lines[:2], lines[3]])).ends_inside_record


def test_a_rule_without_line_end_may_be_cut():
    result = harness.read("esxi-claimrule-list", CLAIM[: CLAIM.rindex("model=*") + 5])
    assert [row["rule"] for row in result.observations.rows("claim_rule")] == [50, 101]
    assert result.ends_inside_record


PARAMETERS = """Name                  Type          Value  Description
--------------------  ------------  -----  --------------------------------------------------
lpfc_devloss_tmo      int                  10 seconds or more that the driver holds I/O
lpfc_lun_queue_depth  int           64     Max number of FCP commands for a LUN
lpfc_options          string        a=1    Free text
RSS                   array of int  4,4    Number of queues
"""


def settings(text: str, command: str | None = None) -> list[tuple[object, object, object]]:
    capture = Capture(text=text, file="f", owner="owner1", command=command)
    result = read_capture(reader_named("esxi-module-parameters"), capture)
    harness.check_types(result)
    rows = result.observations.rows("host_setting")
    return [(row["scope"], row["setting"], row["value"]) for row in rows]


def test_module_parameters():
    assert harness.best_reader(PARAMETERS) == "esxi-module-parameters"
    assert settings(PARAMETERS, "esxcli system module parameters list -m lpfc") == [
        ("lpfc", "lpfc_lun_queue_depth", "64"),
        ("lpfc", "lpfc_options", "a=1"),
        ("lpfc", "RSS", "4,4"),
    ]


@pytest.mark.parametrize(
    "command",
    [
        "esxcli system module parameters list --module=qlnativefc | grep depth",
        'esxcli system module parameters list --module "qlnativefc"',
        "esxcfg-module -g qlnativefc",
    ],
)
def test_the_module_is_read_from_the_command(command):
    assert settings("ql2xmaxqdepth  int  32  Maximum queue depth\n\n", command) == [
        ("qlnativefc", "ql2xmaxqdepth", "32")
    ]


def test_the_command_may_be_in_the_text():
    text = "esxcli system module parameters list -m lpfc\n" + PARAMETERS
    assert settings(text)[0][0] == "lpfc"
    assert settings(PARAMETERS)[0][0] == "module"
    assert harness.read("esxi-module-parameters", PARAMETERS).notes


def test_module_parameters_with_collapsed_blanks():
    collapsed = "\n".join(" ".join(line.split()) for line in PARAMETERS.split("\n"))
    found = settings(collapsed, "esxcli system module parameters list -m lpfc")
    assert ("lpfc", "lpfc_lun_queue_depth", "64") in found
    assert "lpfc_options" not in {setting for _, setting, _ in found}


def test_a_parameter_without_line_end_may_be_cut():
    cut = PARAMETERS[: PARAMETERS.index("64") + 1]
    assert harness.read("esxi-module-parameters", cut).ends_inside_record
    assert not settings(cut, "esxcli system module parameters list -m lpfc")


def test_options_of_a_module():
    text = "lpfc enabled = 1 options = 'lpfc_lun_queue_depth=64 lpfc_devloss_tmo=10'\n"
    assert harness.best_reader(text) == "esxi-module-parameters"
    assert settings(text) == [("lpfc", "lpfc_lun_queue_depth", "64"), ("lpfc", "lpfc_devloss_tmo", "10")]


ADVANCED = """   Path: /Disk/DiskMaxIOSize
   Type: integer
   Int Value: 4096
   Default Int Value: 32767
   Min Value: 32
   Max Value: 32767
   String Value:
   Default String Value:
   Valid Characters:
   Description: Max Disk READ/WRITE I/O size before splitting (in KB)

   Path: /VMFS3/UseATSForHBOnVMFS5
   Type: integer
   Int Value: 0
   Default Int Value: 1
   Min Value: 0
   Max Value: 1
   String Value:
   Default String Value:
   Valid Characters:
   Description: Use ATS for HB on VMFS5 volumes (0=No, 1=Yes)

   Path: /Syslog/Remote/Host
   Type: string
   Int Value: 0
   Default Int Value: 0
   Min Value: 0
   Max Value: 0
   String Value: logs.lab.example
   Default String Value:
   Valid Characters: *
   Description: Host

   Path: /UserVars/ActiveDirectoryPassword
   Type: string
   Int Value: 0
   Default Int Value: 0
   Min Value: 0
   Max Value: 0
   String Value: s3cret
   Default String Value:
   Valid Characters: *
   Description: Password
"""


def test_advanced_settings():
    assert harness.best_reader(ADVANCED) == "esxi-advanced-settings"
    result = harness.read("esxi-advanced-settings", ADVANCED)
    assert result.observations.rows("host_setting") == [
        {"host": "owner1", "scope": "Disk", "setting": "DiskMaxIOSize", "value": "4096", "unit": "KB", "line": 3},
        {"host": "owner1", "scope": "VMFS3", "setting": "UseATSForHBOnVMFS5", "value": "0", "line": 14},
        {"host": "owner1", "scope": "Syslog/Remote", "setting": "Host", "value": "logs.lab.example", "line": 29},
    ]
    assert result.unread_lines == 0


def test_values_of_options():
    text = "Value of UseATSForHBOnVMFS5 is 0\n"
    assert harness.best_reader(text) == "esxi-advcfg-get"
    capture = Capture(text=text, file="f", owner="owner1", command="esxcfg-advcfg -g /VMFS3/UseATSForHBOnVMFS5")
    row = read_capture(reader_named("esxi-advcfg-get"), capture).observations.rows("host_setting")[0]
    assert (row["scope"], row["setting"], row["value"]) == ("VMFS3", "UseATSForHBOnVMFS5", "0")
    result = harness.read("esxi-advcfg-get", text)
    assert result.observations.rows("host_setting")[0]["scope"] == "advanced"
    assert "command line" in result.notes[0].text


DEVICES = f"""{DEVICE}
   Device Type: Direct-Access
   Size: 102400 MB
   Display Name: EMC Fibre Channel Disk ({DEVICE})
   Multipath Plugin: NMP
   Console Device: /vmfs/devices/disks/{DEVICE}
   Devfs Path: /vmfs/devices/disks/{DEVICE}
   Vendor: EMC       Model: Invista           Revis: 6100
   SCSI Level: 4  Is Pseudo: false Status: degraded
   Is RDM Capable: true  Is Removable: false
   Is Local: false Is SSD: true
   Other Names:
      vml.02000100006000144000000010aa00000000000001496e76697374
      vml.02000200006000144000000010aa00000000000001496e76697374
   VAAI Status: unknown
mpx.vmhba33:C0:T0:L0
   Device Type: CD-ROM
   Size: 0 MB
   Display Name: Local PLDS CD-ROM (mpx.vmhba33:C0:T0:L0)
   Multipath Plugin: HPP
   Console Device: /vmfs/devices/cdrom/mpx.vmhba33:C0:T0:L0
   Devfs Path: /vmfs/devices/cdrom/mpx.vmhba33:C0:T0:L0
   Vendor: PLDS      Model: DVD-ROM           Revis: MD11
   SCSI Level: 5  Is Pseudo: false Status: on
   Is RDM Capable: false Is Removable: true
   Is Local: true  Is SSD: false
   Other Names:
      vml.0005000000766d68626133333a303a30
   VAAI Status: unsupported
"""


def test_device_listing():
    assert harness.best_reader(DEVICES) == "esxi-scsidevs-list"
    result = harness.read("esxi-scsidevs-list", DEVICES)
    first, second = result.observations.rows("device")
    assert first == {
        "host": "owner1",
        "device": DEVICE,
        "vendor": "EMC",
        "model": "Invista",
        "revision": "6100",
        "size_low_bytes": (102399 << 20) + 512,
        "size_high_bytes": (102401 << 20) - 512,
        "transport": "fc",
        "multipath_owner": "nmp",
        "device_state": "degraded",
        "is_local": False,
        "is_ssd": True,
        "line": 1,
    }
    assert (second["device"], second["multipath_owner"], second["is_local"]) == ("mpx.vmhba33:C0:T0:L0", "hpp", True)
    assert result.unread_lines == 0


HPP = f"""{DEVICE}
   Device Display Name: NVMe Fibre Channel Disk ({DEVICE})
   Path Selection Scheme: LB-IOPS
   Path Selection Scheme Config: {{iops=1;}}
   Current Path: none
   Working Path Set: vmhba2:C0:T0:L1
   Is SSD: true
   Is Local: false
   Paths: vmhba2:C0:T0:L1, vmhba3:C0:T0:L1
   Use ANO: false
naa.5000c50000000001
   Device Display Name: Local EXAMPLE Disk (naa.5000c50000000001)
   Path Selection Scheme: FIXED
   Path Selection Scheme Config: {{preferred=vmhba0:C0:T1:L0;}}
   Current Path: vmhba0:C0:T1:L0
   Working Path Set: vmhba0:C0:T1:L0
   Is SSD: false
   Is Local: true
   Paths: vmhba0:C0:T1:L0
   Use ANO: false
"""


def test_devices_of_the_high_performance_plugin():
    assert harness.best_reader(HPP) == "esxi-hpp-device-list"
    result = harness.read("esxi-hpp-device-list", HPP)
    first, second = result.observations.rows("device")
    assert first == {
        "host": "owner1",
        "device": DEVICE,
        "vendor": "NVMe",
        "transport": "fc",
        "is_local": False,
        "is_ssd": True,
        "multipath_owner": "hpp",
        "policy": "LB-IOPS",
        "psp_config": "{iops=1;}",
        "rr_iops": 1,
        "rr_use_ano": False,
        "working_paths": 1,
        "printed_paths": 2,
        "line": 1,
    }
    assert (second["preferred_path"], second["current_path"]) == ("vmhba0:C0:T1:L0", "vmhba0:C0:T1:L0")
    paths = [(row["device"], row["hctl"], row["lun"], row["line"]) for row in result.observations.rows("path")]
    assert paths == [
        (DEVICE, "vmhba2:C0:T0:L1", 1, 9),
        (DEVICE, "vmhba3:C0:T0:L1", 1, 9),
        ("naa.5000c50000000001", "vmhba0:C0:T1:L0", 0, 19),
    ]
    assert result.unread_lines == 0


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        ("esxi-hpp-device-list", HPP),
        ("esxi-san-fc-list", FC),
        ("esxi-vmfs-extent-list", EXTENTS),
        ("esxi-filesystem-list", MOUNTS),
        ("esxi-claimrule-list", CLAIM),
        ("esxi-module-parameters", PARAMETERS),
        ("esxi-advanced-settings", ADVANCED),
        ("esxi-advcfg-get", "Value of DiskMaxIOSize is 4096\n"),
        ("esxi-scsidevs-list", DEVICES),
    ],
)
def test_damage_does_no_harm(reader, text):
    for seed in range(4):
        harness.assert_robust(reader, text, seed)


def test_vmkfstools_shows_the_device_of_a_volume() -> None:
    text = harness.sample("esxi-vmkfstools.txt")
    result = harness.read("esxi-vmkfstools", text, owner="esx01")
    assert result.observations.rows("datastore") == [
        {
            "host": "esx01",
            "datastore": "datastore1",
            "uuid": "53d60001-65f90001-0001-508700000001",
            "vmfs_version": "6.82",
            "device": "naa.6000144000000010aa00000000000001",
            "partition": 1,
            "size_bytes": 107105746944,
            "free_bytes": 53552873472,
            "line": 12,
        }
    ]
    assert result.unread_lines == 0
    rounded = text.replace(
        "107105746944 (102144 file blocks * 1048576), 53552873472 (51072 blocks) avail", "99.8 GB, 49.9 GB available"
    )
    assert "size_bytes" not in harness.read("esxi-vmkfstools", rounded).observations.rows("datastore")[0]
    one_line = text.replace('(on "lvm"):\n        naa', '(on "lvm"): naa')
    assert harness.read("esxi-vmkfstools", one_line).observations.rows("datastore")[0]["partition"] == 1
    cut = harness.read("esxi-vmkfstools", text[: text.index("Partitions spanned")])
    assert cut.ends_inside_record
    assert cut.observations.rows("datastore") == []


def test_markdown_escapes_are_no_part_of_a_value() -> None:
    text = (
        "naa.6000144000000010aa00000000000001\nDevice Display Name: DGC Disk (naa.6000144000000010aa00000000000001)\n"
        "Storage Array Type: VMW\\_SATP\\_ALUA_CX\nPath Selection Policy: VMW\\_PSP\\_FIXED_AP\n"
        "Path Selection Policy Device Config: {preferred=vmhba39:C0:T0:L12;current=vmhba39:C0:T4:L12}\n"
    )
    (row,) = harness.read("esxi-nmp-device-list", text).observations.rows("device")
    assert (row["satp"], row["psp"]) == ("VMW_SATP_ALUA_CX", "VMW_PSP_FIXED_AP")
