"""An address that was given to another array is that of two arrays, whatever the days; one array behind it remains one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.folders import SAMPLES
from tests.intake.owners.test_sites import owners

UNITY = {
    "sys_general": (SAMPLES / "unity-uemcli.system.txt").read_text().replace("127.0.0.1", "192.0.2.20"),
    "net_port_fc": (SAMPLES / "unity-uemcli.port.txt").read_text(),
    "lun_show": (SAMPLES / "unity-uemcli.lun.txt").read_text(),
}
VNX = {
    command: f"[root@mgmt ~]# naviseccli -h 192.0.2.20 {command.replace('_', ' ')}\n{(SAMPLES / f'clariion-{sample}.txt').read_text()}"
    for command, sample in (("getagent", "getagent"), ("getlun", "getlun"), ("port_-list", "port-list"))
}
SVC = {
    command: f"[root@mgmt ~]# ssh superuser@192.0.2.20 {command}\n{(SAMPLES / f'svc-{command}.txt').read_text()}"
    for command in ("lssystem", "lsportfc", "lsvdisk")
}
LAYOUTS = ["{t}/{c}.txt", "{c}_{t}.txt", "192.0.2.20_{c}_{t}.txt", "lab_{t}/{c}.txt"]
TIMES = [("2026-03-01", "2026-03-09"), ("left", "right"), ("before", "after"), ("0915", "1830")]


def other(text: str) -> str:
    """The same output of an array with another name, serial number, ports and LUNs."""
    for old, new in (
        ("unity20", "unity30"),
        ("CKM002", "CKM003"),
        ("APM0015", "APM0016"),
        ("svc01", "svc02"),
        ("60C00", "60C77"),
    ):
        text = text.replace(old, new)
    text = re.sub(
        r"(50:06:01:60:(?:[0-9A-F]{2}:){4}50:06:01:6.:)[0-9A-F]{2}|(60:06:01:60:)(?:12|24)",
        lambda found: f"{found[1] or found[2]}77",
        text,
    )
    return re.sub(r"(5005076803|600507680284)0(?=[0-9A-F])", r"\g<1>7", text)


def files(layout: str, times: tuple[str, str], *captures: dict[str, str]) -> dict[str, str]:
    return {
        layout.format(t=time, c=command): text
        for time, texts in zip(times, captures, strict=True)
        for command, text in texts.items()
    }


@pytest.mark.parametrize("texts", [UNITY, VNX, SVC], ids=["unity", "vnx", "svc"])
@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_two_arrays_that_had_one_address_stay_two(
    layout: str, times: tuple[str, str], texts: dict[str, str], tmp_path: Path
) -> None:
    replaced = {command: other(text) for command, text in texts.items()}
    assert all(replaced[command] != text for command, text in texts.items() if command != "port_-list")
    found = owners(tmp_path, files(layout, times, texts, replaced))
    first, second = ({owner for file, owner in found.items() if time in file} for time in times)
    assert not first & second
    assert "192.0.2.20" not in first | second


@pytest.mark.parametrize("texts", [UNITY, SVC], ids=["unity", "svc"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_name_that_an_array_prints_is_that_of_its_other_files(
    layout: str, texts: dict[str, str], tmp_path: Path
) -> None:
    replaced = {command: other(text) for command, text in texts.items()}
    found = owners(tmp_path, files(layout, TIMES[0], texts, replaced))
    named = {"unity20", "unity30"} if texts is UNITY else {"svc01", "svc02"}
    assert set(found.values()) == named


def test_a_session_with_each_of_two_arrays_is_of_the_array_that_prints_its_name(tmp_path: Path) -> None:
    before = "".join(f"[root@mgmt ~]# uemcli -d 192.0.2.20 {command}\n{text}" for command, text in UNITY.items())
    found = owners(tmp_path, {"before.txt": before, "after.txt": other(before)})
    assert found == {"before.txt": "unity20", "after.txt": "unity30"}


def test_files_of_two_hosts_that_had_one_address_are_divided_by_the_words_for_times(tmp_path: Path) -> None:
    ports = "".join(f"/sys/class/fc_host/host{n}/port_name:0x10000090fa00000{n}\n" for n in (1, 2))
    disks = (
        "mpatha (3600009700001926001235330303041{0}1) dm-2 EMC,SYMMETRIX\nsize=100G features='0' hwhandler='0' wp=rw\n"
    )
    files = {
        f"192.0.2.31_{command}_{time}.txt": text
        for number, time in enumerate(("before", "after"), 1)
        for command, text in (
            ("fc_host", ports.replace("0x1", f"0x{number}")),
            ("multipath", disks.replace("{0}", str(number))),
        )
    }
    found = owners(tmp_path, files)
    assert set(found.values()) == {"192.0.2.31 (before)", "192.0.2.31 (after)"}


@pytest.mark.parametrize("texts", [UNITY, VNX, SVC], ids=["unity", "vnx", "svc"])
@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_array_behind_an_address_is_one(
    layout: str, times: tuple[str, str], texts: dict[str, str], tmp_path: Path
) -> None:
    found = owners(tmp_path, files(layout, times, texts, texts))
    assert len(set(found.values())) == 1


def test_an_array_that_was_renamed_is_one(tmp_path: Path) -> None:
    """Its serial number and ports are the same as before."""
    renamed = {command: text.replace("unity20", "unity20-new") for command, text in UNITY.items()}
    found = owners(tmp_path, files("{t}/{c}.txt", TIMES[0], UNITY, renamed))
    assert len(set(found.values())) == 1


def test_ports_alone_prove_that_an_address_has_another_array(tmp_path: Path) -> None:
    ports = {"net_port_fc": UNITY["net_port_fc"]}
    replaced = {command: other(text) for command, text in ports.items()}
    found = owners(tmp_path, files("{t}/{c}.txt", TIMES[0], ports, replaced))
    assert sorted(found.values()) == ["192.0.2.20 (2026-03-01)", "192.0.2.20 (2026-03-09)"]


def test_a_host_whose_address_another_host_got_is_two_hosts(tmp_path: Path) -> None:
    ports = "".join(f"/sys/class/fc_host/host{n}/port_name:0x10000090fa00000{n}\n" for n in (1, 2))
    text = f"[root@jump ~]# ssh root@192.0.2.31 'grep \"\" /sys/class/fc_host/*/*'\n{ports}"
    found = owners(tmp_path, {"2026-03-01/p.txt": text, "2026-03-09/p.txt": text.replace("0x1", "0x2")})
    assert len(set(found.values())) == 2
