"""One machine that was captured several times is one where its own ports, serial number or printed name prove it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.facts.resolve.names.test_shared_names import MAP, switch
from tests.folders import SAMPLES
from tests.intake.owners.test_sites import owners

PORTS = "".join(
    f"/sys/class/fc_host/host{number}/port_name:0x10000090fa00000{number}\n"
    f"/sys/class/fc_host/host{number}/port_state:Online\n"
    for number in (1, 2)
)
HOST = {"ports": PORTS, "multipath": MAP.format(1)}
UNAME = "Linux {} 5.14.0-427.el9.x86_64 #1 SMP x86_64 GNU/Linux\n"
LAYOUTS = ["alpha/{t}/{c}.txt", "{t}/alpha_{c}.txt", "alpha_{c}_{t}.txt", "{t}_{c}.txt"]


def captures(layout: str, *times: str, **texts: str) -> dict[str, str]:
    return {layout.format(t=time, c=command): text for time in times for command, text in texts.items()}


def other(text: str) -> str:
    """The same output of adapters with other port names."""
    return text.replace("0x1", "0x2")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("times", [("left", "right"), ("calm", "busy", "idle")])
def test_captures_with_the_same_ports_are_of_one_host(layout: str, times: tuple[str, ...], tmp_path: Path) -> None:
    assert len(set(owners(tmp_path, captures(layout, *times, **HOST)).values())) == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_captures_in_which_the_host_prints_its_name_are_of_one_host(layout: str, tmp_path: Path) -> None:
    files = captures(layout, "left", "right", uname=UNAME.format("db07"), multipath=MAP.format(1))
    assert set(owners(tmp_path, files).values()) == {"db07"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_captures_of_a_switch_that_prints_its_name_are_of_it(layout: str, tmp_path: Path) -> None:
    text = switch("fc1", "10:00:00:27:f8:00:00:01")
    errors = (SAMPLES / "brocade-porterrshow.txt").read_text()
    files = captures(layout, "left", "right", switchshow=text.partition("\n")[2], porterrshow=errors)
    assert set(owners(tmp_path, files).values()) == {"fc1"}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # Other ports, other LUNs behind the same names, a command that only the second has.
        (HOST, {**HOST, "ports": other(PORTS)}),
        (HOST, {**HOST, "multipath": MAP.format(2)}),
        ({"ports": PORTS, "multipath": MAP.format(1)}, {"ports": PORTS, "lsscsi": (SAMPLES / "linux-lsscsi.txt").read_text()}),
        ({"uname": UNAME.format("db07"), "multipath": MAP.format(1)}, {"uname": UNAME.format("db07"), "multipath": MAP.format(2)}),
        ({"uname": UNAME.format("db07"), **HOST}, {"uname": UNAME.format("db08"), **HOST}),
    ],
)  # fmt: skip
def test_exports_that_contradict_one_host_are_not_joined(
    one: dict[str, str], two: dict[str, str], tmp_path: Path
) -> None:
    found = owners(tmp_path, {**captures("left/{c}.txt", "", **one), **captures("right/{c}.txt", "", **two)})
    first, second = (
        {owner for file, owner in found.items() if file.startswith(part) and "uname" not in file}
        for part in ("left", "right")
    )
    assert not first & second


@pytest.mark.parametrize("names", [("esx01", "esx02"), ("db-1", "db-2")])
def test_ports_that_two_numbered_hosts_claim_remain_a_fault(names: tuple[str, ...], tmp_path: Path) -> None:
    """A cloned virtual machine may have both port names of its original."""
    assert set(owners(tmp_path, captures("{t}/{c}.txt", *names, **HOST)).values()) == set(names)


@pytest.mark.parametrize("prompt", ["db01", "jump01"])
def test_a_prompt_proves_no_two_captures(prompt: str, tmp_path: Path) -> None:
    """Outputs of two hosts, of which each has one with the prompt of a jump host."""
    text = f"[root@{prompt} ~]# cat /etc/redhat-release\nRed Hat Enterprise Linux release 8.9 (Ootpa)\n"
    files = {
        "left/release.txt": text,
        "right/release.txt": text,
        "left/multipath.txt": MAP.format(1),
        "right/multipath.txt": MAP.format(1),
    }
    found = owners(tmp_path, files)
    assert found["left/multipath.txt"] != found["right/multipath.txt"]


def test_another_array_in_the_same_folder_on_another_day_does_not_replace_the_first(tmp_path: Path) -> None:
    """The folder may be that of a customer; all ports are others."""
    text = (SAMPLES / "powerstore-rest.fcport.json").read_text()
    files = {"acme/2026-01-02/fc_port.json": text, "acme/2026-01-09/fc_port.json": text.replace("58:cc:f0", "58:cc:f1")}
    assert files["acme/2026-01-09/fc_port.json"] != text
    assert len(set(owners(tmp_path, files).values())) == 2
    same = dict.fromkeys(files, text)
    assert len(set(owners(tmp_path / "same", same).values())) == 1
