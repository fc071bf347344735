"""Devices as ESXi prints them: nmp device list, core device list, round robin settings, esxcfg-scsidevs, partedUtil."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers import harness
from tests.thorough import examples

NMP = "esxi-nmp-device-list"
CORE = "esxi-core-device-list"
ROUND_ROBIN = "esxi-psp-roundrobin"
PARTED = "esxi-partedutil"
DEVICE_1 = "naa.6000144000000010aa00000000000001"
DEVICE_2 = "naa.6000144000000010aa00000000000002"
DEVICE_3 = "naa.6000144000000010aa00000000000003"

NMP_TEXT = f"""{DEVICE_1}
   Device Display Name: EMC Fibre Channel Disk ({DEVICE_1})
   Storage Array Type: VMW_SATP_SYMM
   Storage Array Type Device Config: SATP VMW_SATP_SYMM does not support device configuration.
   Path Selection Policy: VMW_PSP_RR
   Path Selection Policy Device Config: {{policy=iops,iops=1,bytes=10485760,useANO=1; lastPathIndex=3: NumIOsPending=0,numBytesPending=0}}
   Path Selection Policy Device Custom Config: policy=iops;iops=1;
   Working Paths: vmhba2:C0:T0:L1, vmhba3:C0:T1:L1
   Is USB: false

{DEVICE_2}
   Device Display Name: finance one
   Storage Array Type: VMW_SATP_ALUA_CX
   Storage Array Type Device Config: {{navireg=on, ipfilter=on}}{{implicit_support=on;{{TPG_id=1,TPG_state=ANO}}{{TPG_id=2,TPG_state=AO}}}}
   Path Selection Policy: VMW_PSP_FIXED
   Path Selection Policy Device Config: {{preferred=vmhba2:C0:T1:L2;current= vmhba3:C0:T1:L2}}
   Path Selection Policy Device Custom Config:
   Working Paths: vmhba3:C0:T1:L2
   Is USB: false

mpx.vmhba32:C0:T0:L0
   Device Display Name: Local USB Direct-Access (mpx.vmhba32:C0:T0:L0)
   Storage Array Type: VMW_SATP_LOCAL
   Storage Array Type Device Config: SATP VMW_SATP_LOCAL does not support device configuration.
   Path Selection Policy: VMW_PSP_MRU
   Path Selection Policy Device Config: Current Path=vmhba32:C0:T0:L0
   Path Selection Policy Device Custom Config:
   Working Paths: vmhba32:C0:T0:L0
   Is USB: true
"""


def devices(name: str, text: str) -> list[dict[str, object]]:
    return [dict(row) for row in harness.read(name, text).observations.rows("device")]


def without_line(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{key: value for key, value in row.items() if key != "line"} for row in rows]


def test_nmp_device_list_round_robin_fixed_and_recent():
    result = harness.read(NMP, NMP_TEXT)
    first, second, third = result.observations.rows("device")
    assert first == {
        "host": "owner1",
        "device": DEVICE_1,
        "vendor": "EMC",
        "transport": "fc",
        "multipath_owner": "nmp",
        "satp": "VMW_SATP_SYMM",
        "satp_config": "SATP VMW_SATP_SYMM does not support device configuration.",
        "psp": "VMW_PSP_RR",
        "psp_config": "{policy=iops,iops=1,bytes=10485760,useANO=1; lastPathIndex=3: NumIOsPending=0,numBytesPending=0}",
        "rr_type": "iops",
        "rr_iops": 1,
        "rr_iops_text": "1",
        "rr_bytes": 10485760,
        "rr_use_ano": True,
        "working_paths": 2,
        "line": 1,
    }
    assert (second["alias"], second["preferred_path"], second["current_path"], second["line"]) == (
        "finance one",
        "vmhba2:C0:T1:L2",
        "vmhba3:C0:T1:L2",
        11,
    )
    assert not {"rr_iops", "rr_type", "vendor", "transport", "is_local"} & second.keys()
    assert (third["device"], third["is_local"], third["current_path"]) == (
        "mpx.vmhba32:C0:T0:L0",
        True,
        "vmhba32:C0:T0:L0",
    )
    assert "preferred_path" not in third
    assert not result.observations.rows("path")
    assert [row["multipath_owner"] for row in result.observations.rows("device_owner")] == ["nmp", "nmp", "nmp"]
    assert (result.unread_lines, result.notes) == (0, [])


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ("{policy=rr,iops=1000,bytes=10485760,useANO=0;lastPathIndex=0: NumIOsPending=0}", ("default", 1000, False)),
        (
            "{policy=latency,latencyEvalTime=180000,samplingCycles=16,useANO=0;CurrentPath=none}",
            ("latency", None, False),
        ),
        ("{policy=bytes,iops=1000,bytes=8192,useANO=0; lastPathIndex=0}", ("bytes", 1000, False)),
        ("PSP EXAMPLE_PSP does not support device configuration.", (None, None, None)),
    ],
)
def test_round_robin_configurations(config, expected):
    text = NMP_TEXT.replace(NMP_TEXT.split("Device Config: ")[2].split("\n", maxsplit=1)[0], config)
    row = devices(NMP, text)[0]
    assert (row.get("rr_type"), row.get("rr_iops"), row.get("rr_use_ano")) == expected
    assert "current_path" not in row


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "\n".join(line.strip() for line in text.split("\n")),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace(f"{DEVICE_2}\n", f"{DEVICE_2}:\n"),
        lambda text: "~ # esxcli storage nmp device list\n" + text + "~ #\n",
        lambda text: text.replace("useANO=1; last", "useANO=1;\n      last").replace("T0:L1, ", "T0:L1,\n   "),
        lambda text: text.replace("Path Selection Policy", "Path  Selection Policy"),
    ],
    ids=["no indentation", "doubled blank lines", "colon", "prompts", "wrapped", "doubled blanks"],
)
def test_nmp_device_list_survives_copying(damage):
    rows, expected = devices(NMP, damage(NMP_TEXT)), devices(NMP, NMP_TEXT)
    for row in (*rows, *expected):
        row["psp_config"] = "".join(str(row["psp_config"]).split())
    assert without_line(rows) == without_line(expected)


def test_damaged_names_are_bad_values():
    text = NMP_TEXT.replace(DEVICE_1, "naa.60001xxxx").replace("current= vmhba3:C0:T1", "current=vmhba3:CO:T1")
    observations = harness.read(NMP, text).observations
    assert "device" not in observations.rows("device")[0]
    assert "current_path" not in observations.rows("device")[1]
    assert [(row["fact"], row["value"], row["line"]) for row in observations.rows("bad_value")] == [
        ("device", "naa.60001xxxx", 1),
        ("current_path", "vmhba3:CO:T1:L2", 16),
    ]


def test_nmp_device_list_that_breaks_off():
    result = harness.read(NMP, NMP_TEXT[: NMP_TEXT.index("VMW_SATP_ALUA_CX") + len("VMW_SATP_ALUA")])
    assert result.ends_inside_record
    assert [note.line for note in result.notes] == [11]
    last = result.observations.rows("device")[-1]
    assert last["device"] == DEVICE_2
    assert "satp" not in last


def test_a_filtered_listing_is_not_cut():
    kept = ("naa.", "mpx.", "   Path Selection Policy:")
    text = "\n".join(line for line in NMP_TEXT.split("\n") if line.startswith(kept))
    result = harness.read(NMP, text)
    assert [row["psp"] for row in result.observations.rows("device")] == ["VMW_PSP_RR", "VMW_PSP_FIXED", "VMW_PSP_MRU"]
    assert not any("working_paths" in row for row in result.observations.rows("device"))


CORE_TEXT = f"""{DEVICE_1}
   Display Name: XtremIO Fibre Channel Disk ({DEVICE_1})
   Has Settable Display Name: true
   Size: 102400
   Device Type: Direct-Access \n   Multipath Plugin: NMP
   Devfs Path: /vmfs/devices/disks/{DEVICE_1}
   Vendor: XtremIO \n   Model: XtremApp        \n   Revision: 4200
   SCSI Level: 6
   Status: degraded
   Is Local: false
   Is SSD: true
   Is Perennially Reserved: true
   Queue Full Sample Size: 0
   Other UIDs: vml.0200010000
   Is Boot Device: false
   Device Max Queue Depth: 256
   No of outstanding IOs with competing worlds: 128

t10.ATA_____EXAMPLE_DISK____1234
   Display Name: Local ATA Disk (t10.ATA_____EXAMPLE_DISK____1234)
   Size: 953869
   Multipath Plugin: HPP
   Vendor: ATA
   Model: EXAMPLE DISK
   Revision: 1
   Status: on
   Is Local: true
   Is SSD: false
   Is Boot Device: true
"""


def test_core_device_list():
    result = harness.read(CORE, CORE_TEXT)
    first, second = result.observations.rows("device")
    assert first == {
        "host": "owner1",
        "device": DEVICE_1,
        "vendor": "XtremIO",
        "model": "XtremApp",
        "revision": "4200",
        "size_low_bytes": (102399 << 20) + 512,
        "size_high_bytes": (102401 << 20) - 512,
        "transport": "fc",
        "multipath_owner": "nmp",
        "device_state": "degraded",
        "is_local": False,
        "is_ssd": True,
        "is_boot": False,
        "perennially_reserved": True,
        "queue_depth": 256,
        "queue_full_sample_size": 0,
        "outstanding_limit": 128,
        "line": 1,
    }
    assert (second["multipath_owner"], second["is_local"], second["is_boot"], second["line"]) == ("hpp", True, True, 22)
    assert not {"queue_depth", "transport", "perennially_reserved"} & second.keys()
    assert result.unread_lines == 0
    assert [(row["multipath_owner"], row["line"]) for row in result.observations.rows("device_owner")] == [
        ("nmp", 6),
        ("hpp", 25),
    ]


def test_core_device_list_without_indentation_or_names():
    flat = "\n".join(line.strip() for line in CORE_TEXT.split("\n"))
    assert devices(CORE, flat) == devices(CORE, CORE_TEXT)
    nameless = "\n".join(line for line in CORE_TEXT.split("\n") if not line.startswith(("naa.", "t10.")))
    assert without_line(devices(CORE, nameless)) == without_line(devices(CORE, CORE_TEXT))


def test_core_device_list_that_breaks_off():
    result = harness.read(CORE, CORE_TEXT[: CORE_TEXT.index("Size: 953869") + len("Size: 953")])
    assert result.ends_inside_record
    assert not {"size_bytes", "size_low_bytes"} & result.observations.rows("device")[1].keys()


ROUND_ROBIN_TEXT = f"""   Byte Limit: 10485760
   Device: {DEVICE_1}
   IOOperation Limit: 1
   Latency Evaluation Interval: 0 milliseconds
   Limit Type: Default
   Number Of Sampling IOs Per Path: 0
   Use Active Unoptimized Paths: false

   Byte Limit: 10485760
   Device: {DEVICE_2}
   IOOperation Limit: 1000
   Limit Type: Iops
   Use Active Unoptimized Paths: true
"""


def test_round_robin_settings():
    assert devices(ROUND_ROBIN, ROUND_ROBIN_TEXT) == [
        {
            "host": "owner1",
            "device": DEVICE_1,
            "rr_type": "default",
            "rr_iops": 1,
            "rr_iops_text": "1",
            "rr_bytes": 10485760,
            "rr_use_ano": False,
            "line": 1,
        },
        {
            "host": "owner1",
            "device": DEVICE_2,
            "rr_type": "iops",
            "rr_iops": 1000,
            "rr_iops_text": "1000",
            "rr_bytes": 10485760,
            "rr_use_ano": True,
            "line": 9,
        },
    ]
    flat = "\n".join(line.strip() for line in ROUND_ROBIN_TEXT.split("\n") if line)
    assert without_line(devices(ROUND_ROBIN, flat)) == without_line(devices(ROUND_ROBIN, ROUND_ROBIN_TEXT))


def test_round_robin_settings_of_no_device_are_left_out():
    result = harness.read(ROUND_ROBIN, "   Byte Limit: 10485760\n   IOOperation Limit: 1\n   Limit Type: Iops\n")
    assert not result.observations.rows("device")
    assert result.unread_lines == 3
    assert result.ends_inside_record


SCSIDEVS_TEXT = f"""Device UID                            Device Type      Console Device                                            Size      Multipath PluginDisplay Name
{DEVICE_1}  Direct-Access    /vmfs/devices/disks/{DEVICE_1}  102400MB  NMP     EMC Fibre Channel Disk ({DEVICE_1})
{DEVICE_2} Direct-Access /vmfs/devices/disks/{DEVICE_2} 1MB PowerPath finance one
"""


def test_scsidevs_compact():
    first, second = devices("esxi-scsidevs-compact", SCSIDEVS_TEXT)
    assert (first["size_high_bytes"], first["multipath_owner"], first["vendor"]) == ((102401 << 20) - 512, "nmp", "EMC")
    assert (second["size_low_bytes"], second["multipath_owner"], second["alias"]) == (512, "powerpath", "finance one")
    assert harness.best_reader(SCSIDEVS_TEXT) == "esxi-scsidevs-compact"


def test_scsidevs_vmfs():
    text = f"{DEVICE_1}:1 /vmfs/devices/disks/{DEVICE_1}:1 4fc903bb-00000001-0001-000000000001 0 store one\n"
    assert harness.best_reader(text) == "esxi-scsidevs-vmfs"
    assert harness.read("esxi-scsidevs-vmfs", text).observations.rows("datastore") == [
        {
            "host": "owner1",
            "datastore": "store one",
            "device": DEVICE_1,
            "uuid": "4fc903bb-00000001-0001-000000000001",
            "extent": 0,
            "partition": 1,
            "line": 1,
        }
    ]


PARTED_TEXT = f"""~ # partedUtil getptbl "/vmfs/devices/disks/{DEVICE_1}"
gpt
133674 255 63 2147483648
1 2048 2147483000 AA31E02A400F11DB9590000C2911D1B8 vmfs 0
2 2147483001 2147483600 9D27538040AD11DBBF97000C2911D1B8 vmkDiagnostic 0
/dev/disks/{DEVICE_2}
msdos
16970 255 63 272629760
1 63 272629726 251 0
unknown
1044 255 63 16777216
~ # partedUtil get /vmfs/devices/disks/{DEVICE_3}
1044 255 63 16777216
1 128 16777000 251 0
"""


def partitions(text: str) -> list[dict[str, object]]:
    return [dict(row) for row in harness.read(PARTED, text).observations.rows("partition")]


def test_partition_tables_of_several_disks():
    first, second, third, fourth = partitions(PARTED_TEXT)
    assert first == {
        "host": "owner1",
        "device": DEVICE_1,
        "partition": 1,
        "start_bytes": 1048576,
        "start_sector": 2048,
        "sector_bytes": 512,
        "size_bytes": 1099510247936,
        "partition_type": "vmfs",
        "role": "vmfs",
        "label_type": "gpt",
        "exact": True,
        "line": 4,
    }
    assert (second["device"], second["role"]) == (DEVICE_1, "diagnostic")
    assert (third["device"], third["start_bytes"], third["role"], third["label_type"]) == (
        DEVICE_2,
        32256,
        "vmfs",
        "msdos",
    )
    assert (fourth["device"], fourth["start_bytes"], fourth["line"]) == (DEVICE_3, 65536, 14)
    assert "label_type" not in fourth


def test_a_disk_names_one_table_only():
    text = PARTED_TEXT.replace(f"/dev/disks/{DEVICE_2}\n", "")
    result = harness.read(PARTED, text)
    assert [row.get("device") for row in result.observations.rows("partition")] == [DEVICE_1, DEVICE_1, None, DEVICE_3]
    assert [note.line for note in result.notes] == [8]


def test_the_command_names_the_disk():
    capture = Capture(
        text="gpt\n20233 255 63 325058560\n1 64 204863 C12A7328F81F11D2BA4B00A0C93EC93B systemPartition 128\n",
        owner="esx01",
        command=f"partedUtil getptbl /vmfs/devices/disks/{DEVICE_3}",
    )
    result = read_capture(reader_named(PARTED), capture)
    assert [(row["device"], row["role"]) for row in result.observations.rows("partition")] == [(DEVICE_3, "efi")]
    assert not result.notes


def test_a_partition_row_that_breaks_off_is_left_out():
    cut = PARTED_TEXT[: PARTED_TEXT.index("2147483600") + 4]
    result = harness.read(PARTED, cut)
    assert [row["partition"] for row in result.observations.rows("partition")] == [1]
    assert result.ends_inside_record


FORMATS = [(NMP, NMP_TEXT), (CORE, CORE_TEXT), (ROUND_ROBIN, ROUND_ROBIN_TEXT), (PARTED, PARTED_TEXT)]


@pytest.mark.parametrize(("name", "text"), FORMATS)
def test_formats_are_recognised_and_prose_is_not(name, text):
    assert harness.best_reader(text) == name
    assert harness.best_reader("\n".join(line.strip() for line in text.split("\n"))) == name
    prose = "\n".join(f"This is line {number} of a long text about storage." for number in range(200))
    assert harness.best_reader(f"{prose}\n{text}\n{prose}") is None


@given(seed=integers())
@settings(max_examples=examples(25))
@pytest.mark.parametrize(("name", "text"), [*FORMATS, ("esxi-scsidevs-compact", SCSIDEVS_TEXT)])
def test_no_damage_breaks_the_readers(name, text, seed):
    harness.assert_robust(name, text, seed)


@given(place=integers(min_value=0, max_value=10_000))
@settings(max_examples=examples(25))
@pytest.mark.parametrize(("name", "text"), FORMATS)
def test_a_cut_text_states_nothing_new_but_in_its_last_record(name, text, place):
    kind = "partition" if name == PARTED else "device"
    whole = without_line([dict(row) for row in harness.read(name, text).observations.rows(kind)])
    read = [dict(row) for row in harness.read(name, text[: place % len(text)]).observations.rows(kind)]
    assert all(row in whole for row in without_line(read[:-1]))
