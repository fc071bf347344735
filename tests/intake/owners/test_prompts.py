"""Files of one machine of which only some show its prompt, and captures of several days without a name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.audit.reading import build_store
from tests.folders import SAMPLES
from tests.intake.owners.test_naming import LSBLK, MULTIPATH, intake
from tests.intake.owners.test_sites import BUFFERS, ERRORS, owners

PORTS = (SAMPLES / "svc-lsportfc.txt").read_text()
HOSTS = (SAMPLES / "svc-lshost.table.txt").read_text()


@pytest.mark.parametrize(
    ("prompt", "name", "expected"),
    [
        ("web01", "acme_web01", {"web01"}),
        ("web01.example.net", "acme_web01", {"web01.example.net"}),
        ("web01", "4711_web01", {"web01"}),
        ("jump01", "jump01_web01", {"jump01", "jump01_web01"}),
        ("web01.example.net", "acme_web01.example.com", {"acme_web01.example.com", "web01.example.net"}),
        ("jump01", "web01", {"jump01", "web01"}),
    ],
)
def test_a_prompt_names_the_host_of_other_files_if_their_names_contain_it(
    prompt: str, name: str, expected: set[str], tmp_path: Path
) -> None:
    files = {
        f"{name}_multipath.txt": f"[root@{prompt} ~]# multipath -ll\n{MULTIPATH}",
        f"{name}_lsblk.txt": LSBLK,
        "other_web02_lsblk.txt": LSBLK,
    }
    found = owners(tmp_path, files)
    assert {owner for file, owner in found.items() if file.startswith(name)} == expected


def test_a_switch_that_a_prompt_names_is_the_one_of_the_other_files_of_its_name(tmp_path: Path) -> None:
    """No jump host has the prompt of a switch."""
    files = {
        f"{command}_{side}.txt": text
        for side, prompt in (("a", "core1:admin> porterrshow\n"), ("b", ""))
        for command, text in (("porterrshow", prompt + ERRORS), ("portbuffershow", BUFFERS))
    }
    found = owners(tmp_path, files)
    assert {file: owner for file, owner in found.items() if "_a" in file} == {
        "porterrshow_a.txt": "core1",
        "portbuffershow_a.txt": "core1",
    }
    assert {owner for file, owner in found.items() if "_b" in file} == {"b"}


@pytest.mark.parametrize("name", ["{day}/{command}.txt", "{command}_{day}.txt", "{day}_{command}.txt"])
@pytest.mark.parametrize("is_other", [False, True])
def test_an_array_without_a_name_is_one_on_two_days_if_its_ports_are_the_same(
    name: str, is_other: bool, tmp_path: Path
) -> None:
    """The later capture must not replace that of another array."""
    later = PORTS.replace("50050768030", "50050768077") if is_other else PORTS
    files = {
        name.format(day=day, command=command): text
        for day, ports in (("2026-11-01", PORTS), ("2026-11-02", later))
        for command, text in (("lsportfc", ports), ("lshost", HOSTS))
    }
    store = build_store(intake(tmp_path, files), topology=False)
    ports = store.rows("SELECT storage_array, count(DISTINCT target_wwpn) FROM target_port GROUP BY 1")
    assert len(ports) == (2 if is_other else 1)
    assert len({count for _, count in ports}) == 1


@pytest.mark.parametrize(
    "names",
    [
        ("db1_1_multipath.txt", "db1_2_lsblk.txt"),
        ("db_1_multipath.txt", "db_2_lsblk.txt", "app_3_multipath.txt", "app_4_lsblk.txt"),
        ("multipath_-ll1.txt", "lsblk1.txt", "multipath_-ll2.txt", "lsblk2.txt"),
    ],
)
def test_numbers_of_files_make_no_further_machines(names: tuple[str, ...], tmp_path: Path) -> None:
    found = owners(tmp_path, {name: MULTIPATH if "multipath" in name else LSBLK for name in names})
    assert {owner for owner in found.values() if not owner.startswith("unknown host (")} <= {"1", "2"}


@pytest.mark.parametrize("parts", [("ports",), ("virtual-volumes",), ("ports", "virtual-volumes", "storage-views")])
def test_two_vplex_systems_with_equal_names_are_two(parts: tuple[str, ...], tmp_path: Path) -> None:
    """The clusters, directors and volumes of all systems may have the same names; what they are on has other identities."""
    files = {}
    for part in parts:
        text = (SAMPLES / f"vplex-ll-{part}.txt").read_text()
        files[f"ll_{part}.txt"] = text
        files[f"ll_{part}.log"] = re.sub(r"(?i)(?<=5000144|6000144)[0-9a-f]+", _other_digits, text)
    first = {owner for file, owner in owners(tmp_path, files).items() if file.endswith(".txt")}
    second = {owner for file, owner in owners(tmp_path, files).items() if file.endswith(".log")}
    assert first and second and not first & second


def _other_digits(digits: re.Match[str]) -> str:
    return digits.group().translate(str.maketrans("0123456789", "5678901234"))


def test_two_names_that_one_format_prints_are_two_arrays(tmp_path: Path) -> None:
    """Nothing else is known about the second, but it is not called like the first."""
    text = (SAMPLES / "compellent-rest.servers.json").read_text()
    files = {
        "mappings.json": (SAMPLES / "compellent-rest.mappings.json").read_text(),
        "servers.json": text.replace("64801", "64802"),
    }
    assert owners(tmp_path, files) == {"mappings.json": "Storage Center 64801", "servers.json": "Storage Center 64802"}


def test_an_array_is_not_joined_with_one_on_which_all_hosts_have_other_adapters(tmp_path: Path) -> None:
    hosts = (SAMPLES / "infinidat-rest.hosts.json").read_text()
    files = {
        "hosts.json": hosts,
        "hosts-2.json": re.sub(r'(?i)(?<="address": "[12]00000)[0-9a-f]+', _other_digits, hosts),
        "volumes.json": (SAMPLES / "infinidat-rest.volumes.json").read_text(),
    }
    found = owners(tmp_path, files)
    assert found["hosts.json"] != found["hosts-2.json"]


@pytest.mark.parametrize(
    "names",
    [
        ("dd.txt", "val_be.txt", "sv.txt"),
        ("metro1_dd.txt", "metro1_val_be.txt", "metro1_sv.txt"),
        ("vplex/dd.txt", "vplex/val_be.txt", "vplex/sv.txt"),
        ("dd.txt", "val_be.txt"),
    ],
)
def test_short_forms_of_commands_are_no_arrays(names: tuple[str, ...], tmp_path: Path) -> None:
    samples = {"dd": "vplex-ll-distributed-devices", "val_be": "vplex-validate-be", "sv": "vplex-ll-storage-views"}
    files = {
        name: next(
            (SAMPLES / f"{sample}.txt").read_text()
            for part, sample in samples.items()
            if name.removesuffix(".txt").endswith(part)
        )
        for name in names
    }
    assert set(owners(tmp_path, files).values()) <= {"unknown array (vplex)", "metro1", "vplex"}
    assert len(set(owners(tmp_path, files).values())) == 1


@pytest.mark.parametrize("name", ["{array}_{command}.txt", "{array}/{command}.txt", "{command}_{array}.txt"])
@pytest.mark.parametrize("arrays", [("fs1", "fs2"), ("siteA", "siteB"), ("a", "b")])
def test_a_volume_that_two_systems_present_under_one_identity_joins_no_systems(
    name: str, arrays: tuple[str, str], tmp_path: Path
) -> None:
    """HyperSwap across two systems: the host sees one LUN, and each system has its own ports."""
    volumes = (SAMPLES / "svc-lsvdisk.txt").read_text()
    files = {
        name.format(array=array, command=command): text
        for array, ports in zip(arrays, (PORTS, PORTS.replace("50050768030", "50050768077")), strict=True)
        for command, text in (("lsportfc", ports), ("lsvdisk", volumes))
    }
    store = build_store(intake(tmp_path, files), topology=False)
    assert len(store.rows("SELECT DISTINCT storage_array FROM target_port")) == 2
    assert store.rows("SELECT count(DISTINCT storage_array), count(DISTINCT device) FROM storage_volume") == [(2, 2)]


SFDISK = (SAMPLES / "linux-sfdisk-dump.txt").read_text()


def _shown(prompts: dict[str, str], folder: str) -> dict[str, str]:
    """Three files of one folder, those of which the prompt is given with it."""
    texts = {"multipath -ll": MULTIPATH.replace("{0}", "1"), "lsblk": LSBLK.replace("{0}", "1"), "sfdisk -d": SFDISK}
    return {
        f"{folder}/{command.split()[0]}.txt": f"[root@{prompts[command]} ~]# {command}\n{text}"
        if command in prompts
        else text
        for command, text in texts.items()
    }


@pytest.mark.parametrize(
    ("prompts", "folder", "expected"),
    [
        ({"multipath -ll": "db1"}, "oracle", {"db1"}),
        ({"multipath -ll": "db1"}, "db1", {"db1"}),
        ({"multipath -ll": "db1.example.net"}, "db1", {"db1.example.net"}),
        ({"multipath -ll": "prod-db1"}, "db1", {"prod-db1"}),
        ({"multipath -ll": "db1"}, "server5", {"db1", "unknown host (server5)"}),
        ({"multipath -ll": "db1", "lsblk": "db2"}, "oracle", {"db1", "db2", "unknown host (oracle/sfdisk.txt)"}),
        ({"multipath -ll": "db1", "lsblk": "db1"}, "oracle", {"db1"}),
        ({"multipath -ll": "jump1", "lsblk": "db7"}, "db7", {"jump1", "db7"}),
    ],
)
def test_the_prompt_of_one_file_names_the_machine_of_its_folder(
    prompts: dict[str, str], folder: str, expected: set[str], tmp_path: Path
) -> None:
    """A folder may be called after a customer or a site; two hosts, of which one does not exist, would be reported."""
    assert set(owners(tmp_path, _shown(prompts, folder)).values()) == expected


def test_folders_next_to_each_other_are_called_after_their_prompts(tmp_path: Path) -> None:
    files = {
        file: text
        for folder, name in (("a", "db1"), ("b", "db2"))
        for file, text in _shown({"multipath -ll": name}, folder).items()
    }
    assert owners(tmp_path, files) == {file: "db1" if file.startswith("a/") else "db2" for file in files}


def test_a_prompt_in_several_folders_is_that_of_a_jump_host(tmp_path: Path) -> None:
    files = _shown({"multipath -ll": "jump9"}, "web01") | _shown({"multipath -ll": "jump9"}, "web02")
    found = owners(tmp_path, files)
    assert {owner for file, owner in found.items() if "lsblk" in file or "sfdisk" in file} == {"web01", "web02"}


def test_two_captures_of_one_command_in_a_folder_are_not_both_of_its_prompt(tmp_path: Path) -> None:
    files = _shown({"multipath -ll": "db1"}, "oracle") | {"oracle/multipath2.txt": MULTIPATH.replace("{0}", "2")}
    found = owners(tmp_path, files)
    assert [file for file, owner in found.items() if owner == "db1"] == ["oracle/multipath.txt"]


@pytest.mark.parametrize(
    ("command", "prompt"),
    [
        ("chroot /host", "sh-4.4#"),
        ("sudo chroot /mnt/root bash", "sh-4.4#"),
        ("docker exec -it san bash", "root@4f2a9c1d0b7e:/#"),
        ("podman run -it --rm san /bin/sh", "[root@4f2a9c1d0b7e /]#"),
    ],
)
def test_shells_in_containers_are_of_the_machine_that_they_run_on(command: str, prompt: str, tmp_path: Path) -> None:
    """The id of a container is no host."""
    text = f"[root@node1 ~]# {command}\n{prompt} multipath -ll\n{MULTIPATH.replace('{0}', '1')}"
    assert owners(tmp_path, {"session.log": text}) == {"session.log": "node1"}


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("mosh db1 -- multipath -ll", "db1"),
        ("echo 'multipath -ll' | ssh root@db1", "db1"),
        ("viosvrcmd -m sys7 -p vios1 -c 'multipath -ll'", "vios1"),
        ("kubectl -n csi exec node-x7 -c driver -- multipath -ll", None),
        ("oc exec node-x7 -- multipath -ll", None),
        ("gcloud compute ssh db1 --command 'multipath -ll'", None),
        ("date; ssh db1 multipath -ll", None),
        ("ssh db1 date; ssh db2 multipath -ll", None),
        ("docker exec -it san multipath -ll", "jump1"),
        ("multipath -ll | grep -v ssh", "jump1"),
    ],
)
def test_commands_that_other_programs_carry_to_a_machine_are_not_of_the_jump_host(
    command: str, expected: str | None, tmp_path: Path
) -> None:
    """A pod runs on any node; containers of docker see the disks of the machine that they run on."""
    found = owners(tmp_path, {"session.log": f"[me@jump1 ~]$ {command}\n{MULTIPATH.replace('{0}', '1')}"})
    assert found == ({"session.log": expected} if expected else {})


@pytest.mark.parametrize("command", ["cat {f}", "sudo cat -v ./{f}", "more {f}", "Get-Content {f}"])
def test_an_output_that_was_shown_from_a_file_is_not_of_the_host_with_the_prompt(command: str, tmp_path: Path) -> None:
    """Outputs of two machines that were collected before, and shown on a jump host."""
    texts = {
        "web_multipath.txt": MULTIPATH,
        "web_lsblk.txt": LSBLK,
        "app_multipath.txt": MULTIPATH,
        "app_lsblk.txt": LSBLK,
    }
    shown = ("web_multipath.txt", "app_lsblk.txt")
    files = {
        name: f"[admin@jump01 ~]$ {command.format(f=name)}\n{text}" if name in shown else text
        for name, text in texts.items()
    }
    assert owners(tmp_path, files) == {name: name.partition("_")[0] for name in texts}


@pytest.mark.parametrize(
    ("command", "owner"),
    [
        ("cat /etc/multipath.conf", "db07"),
        ("cat multipath.conf", "db07"),
        ("sudo cat /etc/multipath.conf", "db07"),
        ("cat web01_multipath.conf", "web01"),
        ("cat /tmp/conf.txt", "unknown host (all.txt)"),
    ],
)
def test_settings_that_were_shown_from_a_file_are_those_of_the_host(command: str, owner: str, tmp_path: Path) -> None:
    text = f"[root@db07 ~]# {command}\n{(SAMPLES / 'linux-multipath-conf.txt').read_text()}"
    assert owners(tmp_path, {"all.txt": text}) == {"all.txt": owner}


@pytest.mark.parametrize("line", [
    "[root@{}]# {}", "[root@{}(prod) ~]# {}", "2026-11-30 09:00:00 [root@{} ~]# {}", "[09:00:00] root@{}:~# {}", "{}$ {}", "{}% {}", "{} # {}",
    "{} /tmp # {}", "{} ~ $ {}", "[{}]# {}", "[{} ~]# {}", "{}:root:/> {}", "{}:/root# date; {}", "+ ssh {} {}", "PS C:\\tools> .\\plink.exe -ssh admin@{} {}",
    "$ hostname; {1}\n{0}", "# hostname; date; uptime\n{}\nMon Nov 30 09:00:00 UTC 2026\n 09:00:00 up 3 days\n# {}", "+ hostname\n{}\n+ {}",
    "[adm@jump01 ~]$ ssh {} <<'EOF'\n> {}", "$ telnet {}\nTrying 10.0.0.5...\nlogin: root\n# {}",
    "login as: root\nroot@{}'s password:\nLast login: Mon Nov 30 08:00:00 2026\n# {}", "Using username \"root\".\nroot@{}'s password:\n# {}",
])  # fmt: skip
def test_further_prompts_and_logins_name_the_machine(line: str, tmp_path: Path) -> None:
    devices = ("db07", "srv08.example.net")
    outputs = (("multipath -ll", MULTIPATH), ("lsblk", LSBLK))
    text = "".join(f"{line.format(device, command)}\n{out}" for device in devices for command, out in outputs)
    store = build_store(intake(tmp_path, {"all.txt": text.replace("{0}", "1")}), topology=False)
    found = store.rows(
        "SELECT owner, list_sort(list(format)) FROM export WHERE format <> 'unix-hostname' GROUP BY 1 ORDER BY 1"
    )
    assert found == [(device, ["linux-lsblk", "linux-multipath-topology"]) for device in devices]


@pytest.mark.parametrize("text", [
    "no_path_retry # multipath -ll shows queue\n", "- lsblk\n+ lsblk -O\n", "sdb # lsblk\n", "lsblk$ lsblk\n", "100% lsblk\n",
])  # fmt: skip
def test_lines_that_resemble_prompts_name_no_machine(text: str, tmp_path: Path) -> None:
    found = owners(tmp_path, {"all.txt": text + LSBLK})
    assert found == {"all.txt": "unknown host (all.txt)"}
