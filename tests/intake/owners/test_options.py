"""Options of commands in the names of files and folders belong to no machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.folders import SAMPLES
from tests.intake.owners.test_sites import owners

HOST = {
    command: (SAMPLES / f"{sample}.txt").read_text()
    for command, sample in (
        ("multipath_ll", "linux-multipath-topology"),
        ("lsscsi_t", "linux-lsscsi"),
        ("systool_c_fc_host_v", "linux-systool-fc"),
    )
}
ARRAY = {
    command: (SAMPLES / f"{sample}.txt").read_text()
    for command, sample in (
        ("shownode", "3par-shownode"),
        ("showhost_d", "3par-showhost"),
        ("showvv_d", "3par-showvv"),
        ("showport_i", "3par-showport"),
    )
}
LAYOUTS = ["{d}_{c}.txt", "{c}_{d}.txt", "{d}-{c}.log", "{c}/{d}.txt", "{d}/{c}.txt", "{d} {c}.txt", "{c}.{d}.out"]


def _other(text: str) -> str:
    """The same output of another machine: its identities have other digits."""
    return re.sub(
        r"(?i)\b(?:0x)?(?:10000000|2[0-9a-f]{7}|50|3?6)[0-9a-f]{8,}",
        lambda found: found.group()[:8] + found.group()[8:].translate(str.maketrans("0123456789", "5678901234")),
        text,
    )


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("machines", [("db01", "db02"), ("left", "right"), ("lnx11",)])
@pytest.mark.parametrize("texts", [HOST, ARRAY], ids=["host", "array"])
def test_files_named_after_commands_with_options_are_of_their_machines(
    texts: dict[str, str], machines: tuple[str, ...], layout: str, tmp_path: Path
) -> None:
    files = {
        layout.format(c=command, d=machine): (machine, _other(text) if number else text)
        for number, machine in enumerate(machines)
        for command, text in texts.items()
    }
    found = owners(tmp_path, {path: text for path, (_, text) in files.items()})
    assert found == {path: machine for path, (machine, _) in files.items()}


@pytest.mark.parametrize("layout", ["{c}_{d}.txt", "{d}_{c}.txt"])
def test_letters_that_distinguish_files_of_one_format_are_machines(layout: str, tmp_path: Path) -> None:
    files = {
        layout.format(c=command, d=letter): (letter, _other(HOST[key]) if letter == "d" else HOST[key])
        for letter in "cd"
        for command, key in (("multipath", "multipath_ll"), ("lsscsi", "lsscsi_t"))
    }
    found = owners(tmp_path, {path: text for path, (_, text) in files.items()})
    assert found == {path: letter for path, (letter, _) in files.items()}


def test_a_letter_that_distinguishes_files_of_one_format_is_a_machine_in_all_formats(tmp_path: Path) -> None:
    files = {
        "prod_lsscsi_c.txt": HOST["lsscsi_t"],
        "prod_lsscsi_d.txt": _other(HOST["lsscsi_t"]),
        "prod_multipath_c.txt": HOST["multipath_ll"],
    }
    found = owners(tmp_path, files)
    assert found["prod_lsscsi_c.txt"] != found["prod_lsscsi_d.txt"]
    assert found["prod_multipath_c.txt"] != found["prod_lsscsi_d.txt"]
    assert found["prod_multipath_c.txt"] != "prod"


def test_words_that_only_the_files_of_one_format_have_are_arguments(tmp_path: Path) -> None:
    text = "/sys/class/fc_host/host1/port_name:0x10000000c9{}0101\n/sys/class/fc_host/host1/port_state:Online\n"
    files = {}
    for number, machine in enumerate(("lnx11", "lnx12")):
        topology = HOST["multipath_ll"]
        files[f"{machine}_multipath_ll.txt"] = _other(topology) if number else topology
        files[f"{machine}_grep_sys_class_fc_host_port_na.txt"] = text.format(f"0{number + 1}")
    assert owners(tmp_path, files) == {path: path.split("_")[0] for path in files}


@pytest.mark.parametrize("name", ["arr1_showvv_showcols_Name_VV_WWN_VS.txt", "showvv_showcols_Name_VV_WWN_VS_arr1.txt"])
def test_arguments_in_the_only_file_of_a_command_of_an_array(name: str, tmp_path: Path) -> None:
    files = {
        name: ARRAY["showvv_d"],
        "arr1_showhost.txt": ARRAY["showhost_d"],
        "arr1_showport.txt": ARRAY["showport_i"],
    }
    assert set(owners(tmp_path, files).values()) == {"arr1"}


def test_one_file_with_another_word_may_be_of_another_machine(tmp_path: Path) -> None:
    files = {"db_multipath.txt": HOST["multipath_ll"], "lsscsi_test_db.txt": HOST["lsscsi_t"]}
    assert len(set(owners(tmp_path, files).values())) == 2


FABRIC = {
    command: (SAMPLES / f"{sample}.txt").read_text()
    for command, sample in (
        ("show_flogi_database", "nxos-show-flogi-database"),
        ("show_zoneset_active_vsan_10", "nxos-show-zoneset-active"),
        ("show_zone_status_vsan_10", "nxos-show-zone-status"),
    )
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_vsan_that_a_command_asks_about_is_no_switch(layout: str, tmp_path: Path) -> None:
    files = {
        layout.format(c=command, d=switch): (switch, _other(text) if number else text)
        for number, switch in enumerate(("mds-a1", "mds-a2"))
        for command, text in FABRIC.items()
    }
    found = owners(tmp_path, {path: text for path, (_, text) in files.items()})
    assert found == {path: switch for path, (switch, _) in files.items()}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_number_after_an_option_is_what_the_command_asks_about(layout: str, tmp_path: Path) -> None:
    disks = (SAMPLES / "windows-mpclaim.txt").read_text()
    ports = (SAMPLES / "windows-get-initiatorport.txt").read_text()
    texts = {"mpclaim_s_d_0": disks, "mpclaim_s_d_1": disks.replace("Disk0", "Disk1"), "get_initiatorport": ports}
    files = {
        layout.format(c=command, d=host): (host, _other(text) if number else text)
        for number, host in enumerate(("win31", "win32"))
        for command, text in texts.items()
    }
    found = owners(tmp_path, {path: text for path, (_, text) in files.items()})
    assert found == {path: host for path, (host, _) in files.items()}


@pytest.mark.parametrize("layout", ["{d}_{c}.txt", "{c}_{d}.txt", "{d}/{c}.txt", "logs/{c}/{d}/out.txt"])
@pytest.mark.parametrize("machines", [("db01", "db02"), ("core", "edge")])
def test_adapters_that_commands_ask_about_are_no_machines(
    layout: str, machines: tuple[str, ...], tmp_path: Path
) -> None:
    texts = {
        "fcstat_fcs0": (SAMPLES / "aix-fcstat.txt").read_text(),
        "lsattr_El_fscsi0": (SAMPLES / "aix-lsattr.txt").read_text(),
        "lspv_u": (SAMPLES / "aix-lspv.txt").read_text(),
    }
    files = {
        layout.format(c=command, d=machine): (machine, _other(text) if number else text)
        for number, machine in enumerate(machines)
        for command, text in texts.items()
    }
    found = owners(tmp_path, {path: text for path, (_, text) in files.items()})
    assert found == {path: machine for path, (machine, _) in files.items()}


def test_letters_after_a_program_are_options_next_to_words_of_commands(tmp_path: Path) -> None:
    """Core is a word of a command, and a machine next to edge."""
    files = {f"{machine}_{command}.txt": text for machine in ("core", "edge") for command, text in HOST.items()}
    files = {path: _other(text) if "edge" in path else text for path, text in files.items()}
    assert owners(tmp_path, files) == {path: path.partition("_")[0] for path in files}


@pytest.mark.parametrize(
    ("path", "owner"),
    [
        ("web-1-Get-CimInstance_-Namespace_root_wmi_-ClassName_MSF.txt", "web-1"),
        # A short name is complete.
        ("web-1_msf.txt", "web-1_msf"),
    ],
)
def test_a_command_that_is_cut_inside_a_word_is_no_name(path: str, owner: str, tmp_path: Path) -> None:
    text = (SAMPLES / "windows-msfc-adapter.json").read_text()
    assert owners(tmp_path, {path: text}) == {path: owner}
