"""Exports that cannot be of one machine are never one machine, whatever their names say."""

from __future__ import annotations

import re

import pytest

from tests.facts.resolve.two_paths import I1, I2, T1, T2, core_path
from tests.folders import SAMPLES
from tests.support import store_of

I3 = "100000109b050901"
MAP = """mpatha (3600009700001926001235330303041{0}1) dm-2 EMC,SYMMETRIX
size=100G features='1 queue_if_no_path' hwhandler='0' wp=rw
`-+- policy='service-time 0' prio=1 status=active
  |- 1:0:0:1 sdb 8:16 active ready running
  `- 2:0:0:1 sdc 8:32 active ready running
"""


def prompt(host: str, command: str, text: str) -> str:
    return f"[root@{host}:~] {command}\n{text}[root@{host}:~]\n"


def paths(host: str, one: str) -> str:
    return prompt(host, "esxcli storage core path list", core_path(one, T1, "vmhba2:C0:T0:L1"))


def multipath(host: str, number: int) -> str:
    return prompt(host, "multipath -ll", MAP.format(number))


def hosts(store) -> list[str]:
    return [name for (name,) in store.rows("SELECT host FROM host ORDER BY 1")]


def reports(store) -> list[tuple[str, ...]]:
    return (
        store.rows("SELECT machine, other_machine, fact FROM shared_name ORDER BY ALL")
        if store.has_rows("shared_name")
        else []
    )


def test_one_host_name_at_two_sites_is_two_hosts() -> None:
    store = store_of({"north/esx.txt": paths("esx01", I1), "south/esx.txt": paths("esx01", I3)})
    assert hosts(store) == ["esx01 (north)", "esx01 (south)"]
    assert reports(store) == [("esx01 (north)", "esx01 (south)", "initiator_wwpn")]
    assert store.rows("SELECT host, count(*) FROM path GROUP BY host ORDER BY host") == [
        ("esx01 (north)", 1),
        ("esx01 (south)", 1),
    ]


def test_the_other_exports_follow_their_folder_and_a_third_folder_stays_apart() -> None:
    store = store_of(
        {
            "north/a.txt": multipath("db1", 1), "south/a.txt": multipath("db1", 2),
            "north/b.txt": prompt("db1", "cat /etc/redhat-release", "Red Hat Enterprise Linux release 8.9 (Ootpa)\n"),
            "spare/b.txt": prompt("db1", "cat /etc/redhat-release", "Red Hat Enterprise Linux release 9.4 (Plow)\n"),
        }
    )  # fmt: skip
    versions = store.rows("SELECT host, os_version FROM host ORDER BY host")
    assert versions == [("db1 (north)", "8.9"), ("db1 (south)", None), ("db1 (spare)", "9.4")]


def test_an_equal_adapter_proves_one_host_although_a_map_changed_its_name() -> None:
    # sysfs lists all ports of the host.
    text = prompt(
        "db1",
        'grep "" /sys/class/fc_host/*/*',
        f"/sys/class/fc_host/host1/port_name:0x{I1}\n/sys/class/fc_host/host1/port_state:Online\n",
    )
    store = store_of({"x/a.txt": multipath("db1", 1), "x/p.txt": text, "y/a.txt": multipath("db1", 2), "y/p.txt": text})
    assert hosts(store) == ["db1"]


@pytest.mark.parametrize(("day", "machines"), [("2026-01-02", 2), ("2026-01-09", 1)])
def test_captures_of_different_days_do_not_contradict_each_other(day: str, machines: int) -> None:
    store = store_of({"a/db1_2026-01-02.txt": multipath("db1", 1), f"b/db1_{day}.txt": multipath("db1", 2)})
    assert len(hosts(store)) == machines


@pytest.mark.parametrize("name", ["copy of srv7.txt", "srv7 - Copy (2).txt", "srv7.log", "srv7.txt.bak"])
def test_a_copy_with_other_contents_is_of_another_host(name: str) -> None:
    """The name says that it is a copy, the LUNs that it is none."""
    assert hosts(store_of({"srv7.txt": MAP.format(1), name: MAP.format(1)})) == ["srv7"]
    store = store_of({"srv7.txt": MAP.format(1), name: MAP.format(2)})
    assert hosts(store) == [f"srv7 ({file})" for file in sorted([name, "srv7.txt"])]
    assert len(reports(store)) == 1


def test_files_next_to_a_folder_keep_the_name() -> None:
    assert hosts(store_of({"a.txt": multipath("db1", 1), "x/a.txt": multipath("db1", 2)})) == ["db1", "db1 (x)"]


def test_many_exports_of_three_machines_are_three() -> None:
    files = {
        f"{folder}/{n}.txt": multipath("db1", number)
        for number, folder in enumerate(("x", "y", "x/z"), 1)
        for n in "ab"
    }
    assert hosts(store_of(files)) == ["db1 (x)", "db1 (x/z)", "db1 (y)"]


def test_two_adapters_in_two_files_are_one_host() -> None:
    store = store_of(
        {
            "a/esx01.txt": prompt("esx01", "esxcli storage core path list", core_path(I1, T1, "vmhba2:C0:T0:L1")),
            "b/esx01.txt": prompt("esx01", "esxcli storage core path list", core_path(I2, T2, "vmhba3:C0:T0:L1")),
        }
    )
    assert hosts(store) == ["esx01"]


def switch(name: str, wwn: str) -> str:
    return (
        f"{name}:admin> switchshow\nswitchName:\t{name}\nswitchType:\t109.1\nswitchState:\tOnline\nswitchMode:\tNative\n"
        f"switchRole:\tPrincipal\nswitchDomain:\t1\nswitchId:\tfffc01\nswitchWwn:\t{wwn}\nzoning:\t\tON (cfg)\n"
        "Index Port Address Media Speed State     Proto\n==============================================\n"
        "   0   0   010000   id    N16   Online      FC  F-Port  10:00:00:10:9b:05:01:01\n"
    )


def test_two_switches_of_one_name_are_two() -> None:
    store = store_of(
        {"a.txt": switch("fc1", "10:00:00:27:f8:00:00:01"), "b.txt": switch("fc1", "10:00:00:27:f8:00:00:02")}
    )
    assert store.rows("SELECT switch, switch_wwn FROM switch ORDER BY 1") == [
        ("fc1 (a.txt)", "10000027f8000001"), ("fc1 (b.txt)", "10000027f8000002"),
    ]  # fmt: skip
    assert len(reports(store)) == 1


FC_HOST = "/sys/class/fc_host/host1/node_name:0x2000{0}\n/sys/class/fc_host/host1/port_name:0x1000{0}\n"


@pytest.mark.parametrize(("text", "machines"), [
    (MAP.format(1) + MAP.format(2), ["unknown host (all.txt) (line 1)", "unknown host (all.txt) (line 6)"]),
    (MAP.format(1) + "\n" + MAP.format(1), ["unknown host (all.txt)"]),
    # The second machine has other names for its maps, but the same paths: they begin with their map.
    (MAP.format(1) + MAP.format(2).replace("mpatha", "data").replace("dm-2", "dm-9"),
     ["unknown host (all.txt) (line 1)", "unknown host (all.txt) (line 6)"]),
    (FC_HOST.format("0090fa000001") + FC_HOST.format("0090fa0000a1"), ["unknown host (all.txt) (line 1)", "unknown host (all.txt) (line 3)"]),
    (FC_HOST.format("0090fa000001") * 2, ["unknown host (all.txt)"]),
    (prompt("db1", "multipath -ll", MAP.format(1) + MAP.format(2)), ["db1"]),
])  # fmt: skip
def test_outputs_of_two_machines_in_one_text_are_divided(text: str, machines: list[str]) -> None:
    store = store_of({"all.txt": text})
    assert hosts(store) == machines
    assert len(reports(store)) == len(machines) - 1
    assert all(
        count in (0, 2)
        for (count,) in store.rows("SELECT (SELECT count(*) FROM path p WHERE p.host = h.host) FROM host h")
    ) or machines == ["db1"]


def test_captures_without_a_prompt_in_one_file_are_divided_by_line() -> None:
    store = store_of(
        {
            "all.txt": switch("fc1", "10:00:00:27:f8:00:00:01").partition("\n")[2]
            + switch("fc1", "10:00:00:27:f8:00:00:02").partition("\n")[2]
        }
    )
    assert [name for (name,) in store.rows("SELECT switch FROM switch ORDER BY 1")] == ["fc1 (line 1)", "fc1 (line 13)"]


@pytest.mark.parametrize(
    "sample",
    ["esxi-core-path-list", "esxi-san-fc-list", "linux-systool-fc", "windows-get-initiatorport", "veritas-getctlr"],
)
def test_no_adapter_of_a_second_machine_is_lost_in_one_text(sample: str) -> None:
    """The sample, and the same with other world wide names, as one file without prompts."""
    text = (SAMPLES / f"{sample}.txt").read_text()
    other = re.sub(
        r"(?i)(?:[0-9a-f]{2}:){7}[0-9a-f]{2}|(?<![0-9a-z])(?:0x|naa\.)?[0-9a-f]{16,33}(?![0-9a-z])", _changed, text
    )
    one, both = store_of({"all.txt": text}), store_of({"all.txt": f"{text.rstrip()}\n{other}"})
    assert len(hosts(both)) == 2 * len(hosts(one))


def _changed(name: re.Match[str]) -> str:
    digits = name.group()
    return digits[:-4] + digits[-4:].translate(str.maketrans("0123456789", "5678901234"))


def lspv(*pvids: str) -> str:
    rows = "".join(f"hdisk{n} {pvid} datavg active\n" for n, pvid in enumerate(pvids))
    return f"aixdb7:/# lspv\n{rows}"


@pytest.mark.parametrize(
    ("south", "machines"),
    [
        (lspv("00f6f5d0a1b2c301", "00f6f5d0a1b2c302", "00f6f5d0a1b2c303"), ["aixdb7"]),
        # One disk was replaced.
        (lspv("00f6f5d0a1b2c301", "00f6f5d0a1b2c3ff", "00f6f5d0a1b2c303"), ["aixdb7"]),
        (lspv("00c1a5d0a1b2c301", "00c1a5d0a1b2c302", "none"), ["aixdb7 (north)", "aixdb7 (south)"]),
    ],
)
def test_disks_of_one_name_with_other_pvids_are_those_of_two_hosts(south: str, machines: list[str]) -> None:
    north = lspv("00f6f5d0a1b2c301", "00f6f5d0a1b2c302", "00f6f5d0a1b2c303")
    store = store_of({"north/lspv.txt": north, "south/lspv.txt": south})
    assert hosts(store) == machines
    assert [fact for *_, fact in reports(store)] == ["pvid"] * (len(machines) - 1)


def test_arrays_of_one_name_and_different_products_are_two() -> None:
    files = {
        "powerstore/lab7-volume.json": "powerstore-rest.volume.json", "powerstore/lab7-host.json": "powerstore-rest.host.json",
        "pure/lab7-hosts.json": "pure-rest.hosts.json", "pure/lab7-ports.json": "pure-rest.ports.json",
    }  # fmt: skip
    store = store_of({name: (SAMPLES / sample).read_text() for name, sample in files.items()})
    arrays = store.rows("SELECT storage_array, family FROM storage_array ORDER BY 1")
    assert arrays == [("lab7 (powerstore)", "powerstore"), ("lab7 (pure)", "pure")]
    assert reports(store) == [("lab7 (powerstore)", "lab7 (pure)", "family")]
