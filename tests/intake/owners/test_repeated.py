"""Lists of several machines in one file without a name: a list that repeats objects may be from another machine."""

from __future__ import annotations

import re

import pytest

from checker.facts.observations import Observations
from checker.facts.platforms import HOSTS
from checker.intake.read import read_text
from checker.readers.registry import cards
from tests.folders import SAMPLES
from tests.intake.owners.test_naming import LSBLK, MULTIPATH
from tests.support import intake_of, store_of

SYMINQ = (SAMPLES / "symmetrix-syminq-xml.xml").read_text()
SFDISK = (SAMPLES / "linux-sfdisk-json.json").read_text()
_IDENTITY = re.compile(
    r"(?i)(?<=[0-9:])(?:aa|a1|c9)(?=[0-9:]|\b)|(?<=60:06:01:60:)[0-9a-f]{2}|(?<=50:06:01:60:)[0-9a-f]{2}|(?<=:)09(?=:8)|(?<=sd[bcd])[a-z](?=\s)"
)
"""Digits in world wide names, and letters of disks, that differ between machines."""
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


def test_answers_to_two_commands_in_one_form_are_of_one_machine() -> None:
    names = "esxi-core-path-list-formatted", "esxi-nmp-device-list-formatted"
    text = (SAMPLES / f"{names[0]}.2.json").read_text() + (SAMPLES / f"{names[1]}.4.json").read_text()
    text += text.replace('"active"', '"dead"').replace("VMW_PSP_RR", "VMW_PSP_FIXED")
    records = read_text(text, "all.json", ("all.json",), 0, Observations())
    machines = "unknown host (all.json)", "unknown host (all.json, part 2)"
    assert [(one.format, one.owner) for one in records] == [(name, machine) for machine in machines for name in names]


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


FLOGI = (SAMPLES / "nxos-show-flogi-database.txt").read_text()
ERRORS = (SAMPLES / "brocade-porterrshow.txt").read_text()
CONFIGURATION = (SAMPLES / "brocade-cfgshow.txt").read_text()
VOLUMES = (SAMPLES / "svc-lsvdisk.txt").read_text()
LUNS = (SAMPLES / "unity-uemcli.lun.txt").read_text()


def _other(text: str) -> str:
    """The same output of another machine: other WWNs, counters and addresses."""
    return text.replace("{0}", "1").replace("00:c9:aa", "00:c9:bb").replace("932.1m", "940.1m").replace("F87C", "F99C").replace("192.0.2.20", "192.0.2.21").replace("50:00:14", "50:00:97").replace("00:25:b5", "00:25:b7")  # fmt: skip


@pytest.mark.parametrize("line", [
    "", "§ {} $ {}\n", "Running {1} on {0} ...\n", "[{}] {}\n", "{}: {}\n", "=== {} ({}) ===\n",
])  # fmt: skip
@pytest.mark.parametrize(("command", "text"), [
    ("show flogi database", FLOGI), ("porterrshow", ERRORS), ("svcinfo lsvdisk", VOLUMES), ("lsblk", LSBLK),
    ("uemcli /stor/prov/luns/lun show", LUNS),
])  # fmt: skip
def test_outputs_of_two_machines_stay_apart_whatever_is_between_them(line: str, command: str, text: str) -> None:
    """The lines between the outputs need not be prompts that sanlint knows."""
    parts = ((device, text if device == "left" else _other(text)) for device in ("left", "right"))
    found = owners("".join(line.format(device, command) + part for device, part in parts))
    assert len(found) == len({owner.lower() for owner in found}) == 2


@pytest.mark.parametrize("order", ["by machine", "by command"])
def test_lists_between_repeated_ones_are_of_one_machine_only_if_each_machine_has_the_same(order: str) -> None:
    machines = [(ERRORS, CONFIGURATION), (_other(ERRORS), _other(CONFIGURATION))]
    outputs = machines if order == "by machine" else zip(*machines, strict=True)
    found = owners("".join(text for pair in outputs for text in pair))
    # By command, the second output may be followed by one of either switch.
    assert len(set(found)) == (2 if order == "by machine" else 4)


@pytest.mark.parametrize("first", [True, False])
def test_an_output_without_a_prompt_is_not_of_the_machine_whose_prompt_shows_the_same_command(first: bool) -> None:
    shown = f"[root@db01 ~]# multipath -ll\n{MULTIPATH}[root@db01 ~]# lsblk\n{LSBLK}"
    bare = _other(MULTIPATH + LSBLK)
    found = owners(shown + bare if first else bare + shown)
    assert "db01" in found
    assert len(found) > 2
    assert all(owner in ("db01", "unknown host (all.txt)", "unknown host (all.txt, part 2)") for owner in found)
    # One that no other output contradicts is.
    assert set(owners(f"[root@db01 ~]# multipath -ll\n{MULTIPATH}{LSBLK}")) == {"db01"}


def test_an_array_that_its_file_names_is_another_one_where_its_volumes_have_other_identities() -> None:
    assert owners(VOLUMES + _other(VOLUMES), "san7/vols.txt") == ["san7", "unknown array (san7/vols.txt)"]
    again = VOLUMES.replace("offline", "online")
    assert set(owners(VOLUMES + again, "san7/vols.txt")) == {"san7"}


def test_the_arrays_behind_the_two_clusters_of_a_metro_do_not_divide_its_log() -> None:
    first = (SAMPLES / "vplex-ll-storage-arrays.txt").read_text()
    second = first.replace("cluster-1", "cluster-2").replace(
        "EMC-SYMMETRIX-000199900001", "EMC-XtremIO-XIO00190500805  "
    )
    parts = [
        f"VPlexcli:/> ll /clusters/cluster-{n}/storage-elements/storage-arrays\n{text}"
        for n, text in enumerate((first, second), 1)
    ]
    assert owners("".join(parts), "vplex/vplex07.log") == ["vplex07", "vplex07"]


def test_records_of_the_hosts_of_one_array_are_of_one_array() -> None:
    text = (SAMPLES / "clariion-port-list.txt").read_text()
    assert set(owners(text)) == {"unknown array (clariion)"}


@pytest.mark.parametrize("title", ["=== {} (192.0.2.1) ===\n", "=== Mon Nov 30 09:00:00 UTC 2026 {} ===\n", "[{}:root] # collect\n", "=== {}: collect the rest ===\n"])  # fmt: skip
@pytest.mark.parametrize(("first", "second"), [
    ("esxi-core-path-list", "esxi-nmp-device-list"), ("linux-multipath-topology", "linux-lsblk"), ("esxi-core-device-list", "esxi-san-fc-list"),
    ("netapp-lun-show", "netapp-fcp-adapter-show"), ("clariion-getlun", "clariion-port-list"), ("dothill-ports", "dothill-maps"),
    ("veritas-getsubpaths", "veritas-vxdisk-path"),
])  # fmt: skip
def test_two_outputs_of_each_of_two_machines_below_titles_of_one_form_stay_apart(
    title: str, first: str, second: str
) -> None:
    texts = [(SAMPLES / f"{name}.txt").read_text() for name in (first, second)]
    parts = [
        "".join(title.format("db07") + text for text in texts),
        "".join(title.format("db08") + _IDENTITY.sub("b2", text) for text in texts),
    ]
    records = [one for one in read_text("".join(parts), "all.txt", ("all", "all.txt"), 0, Observations()) if one.format]
    middle = parts[0].count("\n") + 1
    before, after = ({one.owner for one in records if (one.first_line < middle) == left} for left in (True, False))
    assert before
    assert after
    assert not before & after


@pytest.mark.parametrize(("first", "second"), [
    ("linux-lsblk", "linux-multipath-topology"), ("linux-multipath-topology", "linux-lsblk"), ("esxi-core-path-list", "esxi-nmp-device-list"),
    ("esxi-nmp-device-list", "esxi-core-device-list"), ("esxi-nmp-path-list", "esxi-san-fc-list"), ("dothill-ports", "dothill-maps"),
    ("dothill-volumes", "dothill-disks"), ("esxi-san-fc-list", "esxi-core-path-list"),
])  # fmt: skip
def test_two_outputs_without_anything_between_them_are_both_read(first: str, second: str) -> None:
    text = "".join((SAMPLES / f"{name}.txt").read_text() for name in (first, second))
    records = [one for one in read_text(text, "all.txt", ("all", "all.txt"), 0, Observations()) if one.format]
    assert [one.format for one in records] == [first, second]
    assert len({one.owner for one in records}) == 1


def test_a_title_above_a_table_of_vxdisk_is_no_path() -> None:
    text = (SAMPLES / "veritas-vxdisk-path.txt").read_text()
    found = Observations()
    read_text(f"{text}=== db08: vxdmpadm getsubpaths ===\n", "db07.txt", ("x", "db07.txt"), 0, found)
    assert len(list(found.rows("path"))) == text.count("ABLED")


@pytest.mark.parametrize("title", ["=== {}: collect the rest ===\n", "=== {} (192.0.2.1) ===\n", "({}) root $ collect\n", "[{}:root] # collect\n", "==== {} - collect ====\n"])  # fmt: skip
def test_titles_with_a_name_and_a_command_or_an_address_name_the_machine(title: str) -> None:
    text = "".join(title.format(name) + MULTIPATH + title.format(name) + LSBLK for name in ("db07", "db08"))
    assert owners(text) == ["db07", "db07", "db08", "db08"]
    # Titles of steps are no names.
    steps = "".join(title.format(name) + text for name, text in (("step1", MULTIPATH), ("step2", LSBLK)))
    assert set(owners(steps)) == {"unknown host (all.txt)"}


def test_a_prompt_above_a_table_of_vxdisk_is_no_path() -> None:
    text = (SAMPLES / "veritas-vxdisk-path.txt").read_text()
    found = Observations()
    read_text(f"{text}(db08) root $ vxdmpadm getsubpaths\n", "db07.txt", ("x", "db07.txt"), 0, found)
    assert len(list(found.rows("path"))) == text.count("ABLED")


def owners_after_joining(text: str) -> set[str]:
    return {owner for (owner,) in store_of({"all.txt": text}).rows("SELECT owner FROM export WHERE owner IS NOT NULL")}


def test_arrays_with_titles_are_not_joined_because_one_has_no_identity() -> None:
    ports, volumes = ((SAMPLES / f"dothill-{what}.txt").read_text() for what in ("ports", "volumes"))
    assert owners_after_joining(f"Host: msa01\n{ports}\nHost: msa02\n{volumes}\n") == {"msa01", "msa02"}


def test_arrays_that_two_hosts_query_are_not_joined() -> None:
    hosts, ports = ((SAMPLES / f"powerstore-rest.{what}.json").read_text() for what in ("host", "fcport"))
    found = owners_after_joining(f"[admin@mgmt01 ~]$ pstcli host\n{hosts}\n[admin@mgmt02 ~]$ pstcli fc_port\n{ports}\n")
    assert found == {f"unknown array (powerstore queried from mgmt0{number})" for number in (1, 2)}


def test_parts_of_a_file_that_are_joined_are_not_named_after_the_file() -> None:
    text = (SAMPLES / "svc-lsportfc.txt").read_text()
    other = text.replace("5005076803", "5005076804")
    later = [one.replace(" active ", " inactive ") for one in (text, other)]
    found = owners_after_joining("\n".join((text, other, *later)))
    assert found
    assert all(owner.startswith("unknown array (") for owner in found)


def test_a_list_of_an_array_that_states_other_things_about_most_objects_is_of_another() -> None:
    text = (SAMPLES / "xiv-vol-list.txt").read_text()
    other = re.sub(r"(?m)^(\S+ +)(\d+)", lambda match: f"{match[1]}{int(match[2]) + 17}", text)
    assert other != text
    assert len(owners_after_joining(f"{text}\n{other}")) == 2
    # Between two captures of one array, a few change.
    one = re.sub(r"(?m)^(\S+ +)(\d+)", lambda match: f"{match[1]}{int(match[2]) + 17}", text, count=1)
    assert len(owners_after_joining(f"{text}\n{one}")) == 1
