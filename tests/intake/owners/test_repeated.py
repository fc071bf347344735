"""Lists of several machines in one file without a name: a list that repeats objects may be from another machine."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.facts.platforms import HOSTS
from checker.intake.read import read_text
from checker.readers.registry import cards
from tests.folders import SAMPLES
from tests.support import intake_of

SYMINQ = (SAMPLES / "symmetrix-syminq-xml.xml").read_text()
SFDISK = (SAMPLES / "linux-sfdisk-json.json").read_text()
PLATFORMS = {card.name: card.platform for card in cards()}
REPEATED = [
    ("esxi-nmp-device-list-formatted.4.json", "VMW_PSP_RR", "VMW_PSP_FIXED"), ("esxi-core-device-list-formatted.xml", "EMC", "DGC"),
    ("esxi-claimrule-list-formatted.xml", "NMP", "HPP"), ("esxi-psp-roundrobin-formatted.csv", "1,Iops", "1000,Iops"), ("esxi-satp-list.txt", "_MRU", "_RR"),
    ("linux-lsblk.3.json", "100G", "120G"), ("linux-lsscsi.txt", "queue_depth=32", "queue_depth=64"), ("linux-nvme-subsys-json.json", "live", "dead"),
    ("linux-pvs-json.json", "1.00m", "2.00m"), ("linux-sfdisk-json.json", "63,", "64,"), ("symmetrix-syminq-xml.xml", "EMC", "DELL"),
    ("windows-get-disk.2.json", "EMC ", "DGC "), ("windows-get-initiatorport.2.json", '"OK"', '"Failed"'), ("nxos-show-vsan.txt", "state:suspended", "state:active"),
]  # fmt: skip


def owners(text: str, name: str = "all.txt") -> list[str]:
    found = Observations()
    return [str(one.owner) for one in read_text(text, name, ("all", *name.split("/")), 0, found) if one.format]


@pytest.mark.parametrize(("sample", "old", "new"), REPEATED)
def test_a_list_of_the_same_objects_may_be_of_another_machine(sample: str, old: str, new: str) -> None:
    text = (SAMPLES / sample).read_text()
    other = text.replace(old, new)
    assert other != text
    noun = "host" if PLATFORMS[sample.partition(".")[0]] in HOSTS else "switch"
    unknown = [f"unknown {noun} (all.txt)", f"unknown {noun} (all.txt, part 2)"]
    assert owners(text) == unknown[:1]
    assert owners(f"{text}\n{other}") == unknown
    # The same output twice adds nothing.
    assert owners(f"{text}\n{text}") == unknown[:1]
    # cat of a file that does not end with a line break
    if sample.endswith((".json", ".xml")):
        assert owners(text.rstrip() + other) == unknown
    # A folder that names the machine remains valid.
    assert set(owners(f"{text}\n{other}", "db01/all.txt")) == {"db01"}


def test_three_documents_in_one_line() -> None:
    line = (SAMPLES / "windows-get-disk.2.json").read_text().replace("\n", " ")
    names = [f"unknown host (all.txt{part})" for part in ("", ", part 2", ", part 3")]
    assert owners(line + line.replace("EMC ", "DGC ") + line.replace("EMC ", "HP  ")) == names


@pytest.mark.parametrize("text", [SFDISK + SFDISK.replace("/dev/sd", "/dev/vd"), SYMINQ + SYMINQ.replace("/dev/sdc", "/dev/sdd").replace("000A1", "000B7").replace("4131", "4237")])  # fmt: skip
def test_lists_of_different_objects_are_of_one_machine(text: str) -> None:
    assert set(owners(text)) == {"unknown host (all.txt)"}


def test_disks_that_syminq_lists_belong_to_the_host_of_the_prompt_or_file() -> None:
    prompt = "[root@db01 ~]# syminq -output xml_element\n"
    assert owners(prompt + SYMINQ) == ["db01"]
    assert owners(prompt + SYMINQ + prompt.replace("db01", "db02") + SYMINQ) == ["db01", "db02"]
    rows = intake_of(
        {"hosts/db07_syminq.txt": "# Symm_id  pdevice  dev  dir  port\n000192601234  /dev/sdc  000A1 07E  0\n"}
    )
    assert [row["host"] for row in rows.observations.rows("device")] == ["db07"]


def test_a_list_of_disks_without_their_array_names_no_array() -> None:
    text = "Physical           Sym   SA :P Config        Attribute    Sts   (MB)\n/dev/sdc           000A1 07E:0 TDEV          N/Grp'd      RW   512000\n"
    found = intake_of({"hosts/db07_sympd.txt": text}).observations
    assert [(row["host"], row["device"]) for row in found.rows("device")] == [("db07", "block:sdc")]
    assert not found.rows("storage_volume")
    assert not found.rows("storage_array")


@pytest.mark.parametrize(("sample", "old", "new"), [
    ("linux-lsblk.3.json", '"sd', '"vd'), ("esxi-core-device-list-formatted.xml", "naa.6", "naa.5"),
    ("linux-lsblk.txt", "sd", "vd"), ("esxi-core-path-list-formatted.csv", "vmhba", "vmhba1"), ("esxi-psp-roundrobin-formatted.csv", "naa.6", "naa.5"),
])  # fmt: skip
def test_a_list_of_entirely_different_objects_may_be_of_another_machine(sample: str, old: str, new: str) -> None:
    text = (SAMPLES / sample).read_text()
    assert owners(f"{text}\n{text.replace(old, new)}") == ["unknown host (all.txt)", "unknown host (all.txt, part 2)"]
