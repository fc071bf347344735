"""Machines of several sites, with equal names or none, stay as many as they are, and each has the name that its files give."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit.reading import build_store
from tests.folders import SAMPLES
from tests.intake.owners.test_naming import LSBLK, MULTIPATH, intake

PORTS = """switchName:	{name}
switchType:	170.0
switchState:	Online
switchMode:	Native
switchRole:	Principal
switchDomain:	1
switchId:	fffc01
switchWwn:	10:00:00:05:33:ab:00:0{number}
Index Port Address Media Speed State     Proto
==================================================
   0   0   010000   id    N16   Online      FC  F-Port  50:00:09:73:00:11:22:0{number}
"""
ERRORS = (SAMPLES / "brocade-porterrshow.txt").read_text()
BUFFERS = (SAMPLES / "brocade-portbuffershow.txt").read_text()
NODES = (SAMPLES / "3par-shownode.txt").read_text()
HOSTS = (SAMPLES / "3par-showhost.txt").read_text()
TEXTS = {"multipath": MULTIPATH, "lsblk": LSBLK, "shownode": NODES, "showhost": HOSTS, "porterrshow": ERRORS}


def owners(tmp_path: Path, files: dict[str, str]) -> dict[str, str]:
    """The owner of each file after names were joined and separated."""
    store = build_store(intake(tmp_path, files), topology=False)
    rows = store.rows("SELECT DISTINCT file, owner FROM export WHERE format IS NOT NULL")
    return {file.removeprefix(f"{tmp_path}/in/"): owner for file, owner in rows}


def text(path: str, number: int) -> str:
    """The output of the command in the name of a file, of another machine for each number."""
    found = next(found for command, found in TEXTS.items() if command in path)
    return found.replace("{0}", str(number)).replace("16170", f"16{number}70")


@pytest.mark.parametrize(
    ("names", "commands"),
    [
        (("esx01", "esx02"), ("multipath",)),
        (("esx01", "esx02"), ("multipath", "lsblk")),
        (("esx01",), ("multipath",)),
        (("esx01",), ("multipath", "lsblk")),
        (("web", "app"), ("multipath",)),
        (("san1", "san2"), ("shownode",)),
        (("san1", "san2"), ("shownode", "showhost")),
        (("sw1", "sw2"), ("porterrshow",)),
    ],
)
@pytest.mark.parametrize("sites", [("siteA", "siteB"), ("berlin", "bonn"), ("dc1", "dc2"), ("2024", "2025")])
@pytest.mark.parametrize("layout", ["{s}/{d}_{c}.txt", "{s}/{c}_{d}.txt", "{s}/2026-01-02/{d}_{c}.txt"])
def test_sites_with_machines_of_the_same_names(
    layout: str, sites: tuple[str, ...], names: tuple[str, ...], commands: tuple[str, ...], tmp_path: Path
) -> None:
    """The folder of a site is no machine if another site has files of the same names, nor are its arrays one."""
    machines = [(site, name) for site in sites for name in names]
    files = {
        layout.format(s=site, d=name, c=command): (f"{site}/{name}", text(command, number))
        for number, (site, name) in enumerate(machines)
        for command in commands
    }
    found = owners(tmp_path, {path: content for path, (_, content) in files.items()})
    assert found == {path: owner for path, (owner, _) in files.items()}


def test_arrays_whose_names_are_around_the_command_stay_apart(tmp_path: Path) -> None:
    files = [f"acme-{command}-{name}-prod.txt" for name in ("left", "right") for command in ("shownode", "showhost")]
    found = owners(tmp_path, {path: text(path, "right" in path) for path in files})
    assert found == {path: f"acme_{'left' if 'left' in path else 'right'}-prod" for path in files}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (("esxcfg-mpath-b_web", "esxcfg-mpath-b_x", "esxcfg-mpath-b_y"), {"web", "x", "y"}),
        (("sfdisk_-d_a", "sfdisk_-d_c"), {"a", "c"}),
        (
            ("cfgshow_01.example.net", "cfgshow_02.example.net", "sfpshow_01.example.net"),
            {"01.example.net", "02.example.net"},
        ),
        (("cfgshow_db.one.example.net", "cfgshow_db.two.example.net"), {"db.one.example.net", "db.two.example.net"}),
        (("showhost_1_san7", "showset_2_san7", "showhost_1_san8"), {"san7", "san8"}),
        (("lun_1_fas7", "igroup_2_fas7", "lun_1_fas8"), {"fas7", "fas8"}),
    ],
)
def test_options_numbers_and_domains_are_no_machines(
    files: tuple[str, ...], expected: set[str], tmp_path: Path
) -> None:
    samples = {
        "esxcfg-mpath-b": "esxi-mpath-brief.txt", "sfdisk": "linux-sfdisk-dump.txt", "cfgshow": "brocade-cfgshow.txt", "sfpshow": "brocade-sfpshow.txt",
        "showhost": "3par-showhost.txt", "showset": "3par-showset.txt", "lun": "netapp-rest.lun.json", "igroup": "netapp-rest.igroup.json",
    }  # fmt: skip
    texts = {
        # Two machines have other ports.
        f"{file}.txt": (SAMPLES / next(s for c, s in samples.items() if c in file))
        .read_text()
        .replace("10:00:00", f"10:0{number}:00")
        for number, file in enumerate(files)
    }
    assert set(owners(tmp_path, texts).values()) == expected


def test_files_of_arrays_that_are_only_numbered_stay_apart(tmp_path: Path) -> None:
    """What each file answers does not show in its name; if it does (showhost_1, shownode_2), they are counted."""
    assert len(set(owners(tmp_path / "open", {"001.log": NODES, "002.log": HOSTS}).values())) == 2
    assert len(set(owners(tmp_path / "path", {"path-1.log": NODES, "path-2.log": HOSTS}).values())) == 2
    assert len(set(owners(tmp_path / "counted", {"shownode_1.log": NODES, "showhost_2.log": HOSTS}).values())) == 1


def test_versions_of_an_interface_may_be_two_arrays(tmp_path: Path) -> None:
    initiators, volumes = ((SAMPLES / f"nimble-rest.{part}.json").read_text() for part in ("initiator", "volume"))
    found = owners(
        tmp_path,
        {"initiators.v1": initiators, "initiators.v2": initiators.replace("esx", "kvm"), "volumes.v1": volumes},
    )
    assert found["initiators.v2"] not in (found["initiators.v1"], found["volumes.v1"])


def test_captures_before_and_after_a_change_are_of_one_machine(tmp_path: Path) -> None:
    files = [f"{name}/{phase}_multipath.txt" for name in ("db01", "db02") for phase in ("before", "after")]
    found = owners(tmp_path, {path: text(path, "db02" in path) for path in files})
    assert found == {path: path[:4] for path in files}


@pytest.mark.parametrize("layout", ["{c}_{d}.txt", "{d}/{c}.txt", "{d}/2026-01-02/{c}.txt"])
def test_a_switch_that_prints_its_name_is_the_one_that_its_other_files_are_called_after(
    layout: str, tmp_path: Path
) -> None:
    files = {
        layout.format(c=command, d=f"sw{number}"): (f"core{number}", text.format(name=f"core{number}", number=number))
        for number in (1, 2)
        for command, text in (("switchshow", PORTS), ("porterrshow", ERRORS), ("portbuffershow", BUFFERS))
    }
    assert owners(tmp_path, {path: text for path, (_, text) in files.items()}) == {
        path: name for path, (name, _) in files.items()
    }


def test_a_name_that_files_of_two_machines_print_joins_neither(tmp_path: Path) -> None:
    """Cloned hosts print the name of the first one; so does the prompt of a jump host's session the name of its target."""
    disks = (SAMPLES / "windows-diskpart.txt").read_text()
    table = (SAMPLES / "windows-wmic-partition.txt").read_text()
    files = {
        f"{name}/{command}.txt": text
        for name in ("hv1", "hv2")
        for command, text in (("diskpart", disks), ("wmic", table))
    }
    found = owners(tmp_path / "cloned", files)
    assert {found["hv1/wmic.txt"], found["hv2/wmic.txt"]} == {"hv1", "hv2"}
    session = f"[root@db07 ~]# lsblk\n{LSBLK.format(1)}[root@db07 ~]# multipath -ll\n{MULTIPATH.format(1)}"
    found = owners(
        tmp_path / "jump",
        {"jump1_session.log": session, "jump1_sfdisk.txt": (SAMPLES / "linux-sfdisk-dump.txt").read_text()},
    )
    assert found == {"jump1_session.log": "db07", "jump1_sfdisk.txt": "jump1"}


@pytest.mark.parametrize("noun", ["volumes", "names"])
def test_what_an_array_has_is_counted_and_is_no_array(noun: str, tmp_path: Path) -> None:
    text = (SAMPLES / "eternus-cli.hosts.txt").read_text()
    files = {f"show_{noun}_01.txt": text, f"show_{noun}_02.txt": text.replace("10000000", "20000000")}
    assert all(owner.startswith("unknown array (") for owner in owners(tmp_path, files).values())


@pytest.mark.parametrize("command", ["multipath", "porterrshow"])
@pytest.mark.parametrize("names", [("active", "standby2"), ("v3", "v4x"), ("core", "edge7", "db")])
def test_a_folder_called_after_something_general_is_a_machine_next_to_one(
    names: tuple[str, ...], command: str, tmp_path: Path
) -> None:
    """Otherwise the site would be taken for the machine, and its findings would name a place."""
    files = {f"hall 2 west/{name}/{command}.txt": text(command, number) for number, name in enumerate(names)}
    found = owners(tmp_path, files)
    assert {path: owner.rpartition("/")[2] for path, owner in found.items()} == {
        path: path.split("/")[1] for path in files
    }


@pytest.mark.parametrize("name", ["localhost", "localhost.localdomain"])
def test_hosts_without_a_name_are_not_one_host(name: str, tmp_path: Path) -> None:
    uname = f"Linux {name} 5.14.0-427.el9.x86_64 #1 SMP x86_64 GNU/Linux\n"
    files = {
        f"{host}/{command}.txt": text
        for host in ("h1", "h2")
        for command, text in (("uname", uname), ("lsblk", LSBLK.format(1)))
    }
    assert owners(tmp_path, files) == {path: path[:2] for path in files}
    (owner,) = owners(tmp_path / "flat", {"uname.txt": uname}).values()
    assert owner == "unknown host (uname.txt)"


def test_switches_with_the_default_name_are_kept_apart_by_their_wwn(tmp_path: Path) -> None:
    files = {f"s{number}/switchshow.txt": PORTS.format(name="switch", number=number) for number in (1, 2)}
    assert len(set(owners(tmp_path, files).values())) == 2


def test_arrays_that_contradict_each_other_are_not_joined_with_their_neighbours(tmp_path: Path) -> None:
    """Arrays of one name in a.d and b.d are kept apart by their contents, and each from the other in its folder."""
    machines = [(folder, name) for folder in ("a.d", "b.d") for name in ("left", "right")]
    files = {
        f"{folder}/{name}.{command}.txt": text(command, number).replace("C90000", f"C9000{number}")
        for number, (folder, name) in enumerate(machines)
        for command in ("shownode", "showhost")
    }
    found = owners(tmp_path, files)
    assert len(set(found.values())) == len(machines)


DOMAINS = ("db01.one.example", "db01.two.example")


@pytest.mark.parametrize(
    "layout",
    [
        {"{}.log": "[root@db01 ~]# lsblk\n{lsblk}\n[root@db01 ~]# multipath -ll\n{multipath}"},
        {"{}/hostname.txt": "db01\n", "{}/lsblk.txt": "{lsblk}", "{}/multipath.txt": "{multipath}"},
        {"{}_lsblk.txt": "[root@db01 ~]# lsblk\n{lsblk}", "{}_multipath.txt": "[root@db01 ~]# multipath -ll\n{multipath}"},
    ],
)  # fmt: skip
def test_one_name_in_two_domains_is_of_two_hosts_though_each_prints_it_without_a_domain(
    layout: dict[str, str], tmp_path: Path
) -> None:
    files = {
        path.format(name): text.replace("{lsblk}", LSBLK).replace("{multipath}", MULTIPATH.replace("{0}", "1"))
        for name in DOMAINS
        for path, text in layout.items()
    }
    assert set(owners(tmp_path, files).values()) == set(DOMAINS)


def test_a_domain_in_a_title_belongs_to_the_name_at_the_prompt(tmp_path: Path) -> None:
    text = "".join(f"=== {name} ===\n[root@db01 ~]# lsblk\n{LSBLK}\n" for name in DOMAINS)
    store = build_store(intake(tmp_path, {"all.txt": text}), topology=False)
    assert {owner for (owner,) in store.rows("SELECT owner FROM export WHERE format IS NOT NULL")} == set(DOMAINS)


@pytest.mark.parametrize("names", [("1.txt", "8.txt"), ("out1.txt", "out2.txt"), ("lsblk1.txt", "lsblk2.txt"), ("1_lsblk.txt", "2_lsblk.txt"), ("step1.txt", "step2.txt")])  # fmt: skip
def test_a_small_number_alone_names_no_host(names: tuple[str, str], tmp_path: Path) -> None:
    others = [name.replace("lsblk", "multipath") for name in names if "lsblk" in name]
    files = dict.fromkeys(names, LSBLK) | dict.fromkeys(others, MULTIPATH)
    assert all(owner.startswith("unknown host (") for owner in owners(tmp_path, files).values())


def disks(*sizes: int) -> str:
    """What lsblk prints at a prompt of db01: without options, nothing identifies a disk."""
    rows = (f"sd{letter}      8:0    0  {size:>3}G  0 disk\n" for letter, size in zip("abcdef", sizes, strict=False))
    return "[root@db01 ~]# lsblk\nNAME   MAJ:MIN RM  SIZE RO TYPE  MOUNTPOINT\n" + "".join(rows)


@pytest.mark.parametrize(
    ("first", "second", "machines"),
    [
        ((80, 100, 200), (80, 500, 50), 2),
        ((80, 100), (120, 500), 2),
        # After a start, disks may have the names of others.
        ((80, 100, 200), (80, 200, 100), 1),
        # One disk was extended.
        ((80, 100, 200), (80, 100, 300), 1),
        ((80,), (120,), 1),
    ],
)
def test_machines_of_one_name_that_have_other_disks(
    first: tuple[int, ...], second: tuple[int, ...], machines: int, tmp_path: Path
) -> None:
    files = {"site-a/db01_lsblk.txt": disks(*first), "site-b/db01_lsblk.txt": disks(*second)}
    assert len(set(owners(tmp_path, files).values())) == machines


@pytest.mark.parametrize(
    ("folder", "owner"),
    [("web-2026-01-02-hijk7", "web-hijk7"), ("db01_2026-01-02", "db01"), ("db - 01", "db - 01")],
)
def test_the_date_in_a_folder_leaves_no_hole(folder: str, owner: str, tmp_path: Path) -> None:
    files = {
        f"{folder}/{name}.txt": found.replace("{0}", "1")
        for name, found in (("multipath", MULTIPATH), ("lsblk", LSBLK))
    }
    assert set(owners(tmp_path, files).values()) == {owner}
