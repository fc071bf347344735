"""Folders and files that are named after a command of an array, also in short, are no arrays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.folders import SAMPLES
from tests.intake.owners.test_naming import LSBLK, MULTIPATH
from tests.intake.owners.test_sites import owners

XIV = {
    command: (SAMPLES / f"{sample}.txt").read_text()
    for command, sample in (("vol_list", "xiv-vol-list"), ("fc_port_list", "xiv-xcli.ports"), ("host_list", "xiv-xcli"))
}
SVC = {
    command: (SAMPLES / f"{sample}.txt").read_text()
    for command, sample in (("vd", "svc-lsvdisk"), ("fc", "svc-lsportfc"), ("ho", "svc-lshost.table"))
}


def _other(text: str) -> str:
    """The same output of another machine: its identities have other digits."""
    return re.sub(
        r"(?i)\b(?:5001738|6005076|5005076|1000000|500000e|600000e|210[0-3]00e)[0-9a-f]+",
        lambda found: found.group()[:7] + found.group()[7:].translate(str.maketrans("0123456789", "5678901234")),
        text,
    )


@pytest.mark.parametrize(
    "layout", ["{c}/{d}/output.txt", "{c}/{d}/stdout", "{c}/{d}.txt", "{d}/{c}.txt", "{d}_{c}.txt"]
)
@pytest.mark.parametrize("arrays", [("san7", "san8"), ("left", "right"), ("san7",)])
@pytest.mark.parametrize("texts", [XIV, SVC], ids=["long", "short"])
def test_arrays_in_folders_of_commands(
    texts: dict[str, str], arrays: tuple[str, ...], layout: str, tmp_path: Path
) -> None:
    files = {
        layout.format(c=command, d=array): (array, _other(text) if number else text)
        for number, array in enumerate(arrays)
        for command, text in texts.items()
    }
    found = owners(tmp_path, {path: text for path, (_, text) in files.items()})
    assert found == {path: array for path, (array, _) in files.items()}


def test_files_that_are_called_after_commands_in_short_are_of_one_array(tmp_path: Path) -> None:
    assert set(owners(tmp_path, {f"{c}.txt": text for c, text in SVC.items()}).values()) == {"unknown array (svc)"}


ETERNUS = {c: (SAMPLES / f"eternus-cli.{c}.txt").read_text() for c in ("hosts", "volumes", "ports")}


@pytest.mark.parametrize(
    ("texts", "layout", "machines"),
    [
        (ETERNUS, "show_{c}/{d}/output.txt", ("x1a", "x1b")),
        (ETERNUS, "show_{c} {d}.txt", ("10.1.2.11", "10.1.2.12")),
        (ETERNUS, "show_{c}_{d}.log.1", ("10.1.2.11", "10.1.2.12")),
        (
            {"b": (SAMPLES / "esxi-mpath-brief.txt").read_text(), "-adapters": (SAMPLES / "esxi-scsidevs-adapters.txt").read_text()},
            "esxcfg-mpath-{c}_{d}.txt",
            ("007", "008"),
        ),
        (
            {"fcinfo": (SAMPLES / "solaris-fcinfo-hba-port.txt").read_text(), "mpathadm_list": (SAMPLES / "solaris-mpathadm-list.txt").read_text()},
            "{d}_{c}.old",
            ("left", "right"),
        ),
        (
            {"fcinfo_hba-port": (SAMPLES / "solaris-fcinfo-hba-port.txt").read_text(), "mpathadm_list": (SAMPLES / "solaris-mpathadm-list.txt").read_text()},
            "export_{d}_{c}_export.txt",
            ("export_007", "export_008"),
        ),
    ],
)  # fmt: skip
def test_addresses_options_and_suffixes_name_no_further_machine(
    texts: dict[str, str], layout: str, machines: tuple[str, ...], tmp_path: Path
) -> None:
    files = {
        layout.format(c=command, d=machine.removeprefix("export_")): (machine, _other(text) if number else text)
        for number, machine in enumerate(machines)
        for command, text in texts.items()
    }
    found = owners(tmp_path, {path: text for path, (_, text) in files.items()})
    assert found == {path: machine for path, (machine, _) in files.items()}


def test_two_arrays_that_state_one_name_are_divided_by_the_names_of_their_files(tmp_path: Path) -> None:
    """Arrays behind tunnels are all queried at one address."""
    ports = (SAMPLES / "unity-uemcli.port.txt").read_text()
    initiators = (SAMPLES / "unity-uemcli.initiator.txt").read_text()
    luns = (SAMPLES / "unity-uemcli.lun.txt").read_text()
    files = {}
    for name in ("left", "right"):
        for command, text in (("fc_port", ports), ("initiator", initiators), ("lun", luns)):
            files[f"{command}_{name}.txt"] = (
                re.sub(r"(?i)(?<=50:06:01:6)[0-9a-f:]+|(?<=60:06:01:60)[0-9a-f:]+", lambda m: m.group().translate(str.maketrans("0123456789", "5678901234")), text)
                if name == "right"
                else text
            )  # fmt: skip
    found = owners(tmp_path, files)
    assert len(set(found.values())) == 2
    assert {owner for file, owner in found.items() if "left" in file}.isdisjoint(
        owner for file, owner in found.items() if "right" in file
    )


@pytest.mark.parametrize("layout", ["{c}_{d}/output.txt", "{d}_{c}/output.txt", "{c} {d}/out.log"])
@pytest.mark.parametrize(
    "machines",
    [
        ("db01", "db02"),
        ("log-01", "log-02"),
        ("Üb Straße 1", "Üb Straße 2"),
        ("db01-a", "db01-b"),
        ("ｓｒｖ１", "ｓｒｖ２"),
    ],
)
def test_folders_named_after_a_command_with_options_and_a_machine(
    machines: tuple[str, str], layout: str, tmp_path: Path
) -> None:
    commands = {
        "multipath_-ll": MULTIPATH,
        "lsblk_-o_NAME_-b": LSBLK,
        "iscsiadm_-m_session_-P_1": (SAMPLES / "linux-iscsiadm-session.txt").read_text(),
    }
    files = {layout.format(c=command, d=machine): (machine, text.replace("{0}", str(number)))
             for number, machine in enumerate(machines) for command, text in commands.items()}  # fmt: skip
    found = owners(tmp_path, {path: text for path, (_, text) in files.items()})
    assert found == {path: machine for path, (machine, _) in files.items()}
