"""Two machines never become one because of how their files are named, in any of the layouts that people use."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit.reading import build_store
from checker.intake.pool import Intake, read_all
from checker.intake.sources import sources_of
from tests.thorough import THOROUGH

MULTIPATH = """mpatha (360000970000192600123533030304{0}31) dm-2 EMC,SYMMETRIX
size=100G features='1 queue_if_no_path' hwhandler='0' wp=rw
`-+- policy='service-time 0' prio=1 status=active
  |- 1:0:0:1 sdb 8:16 active ready running
  `- 2:0:0:1 sdc 8:32 active ready running
"""
LSBLK = """NAME   MAJ:MIN RM  SIZE RO TYPE  MOUNTPOINT
sda      8:0    0   80G  0 disk
sdb      8:16   0  10{0}G  0 disk
`-mpatha 253:2  0  10{0}G  0 mpath /data
"""
SATP = (
    "Name           Default PSP  Description\n-------------  -----------  -----------\nVMW_SATP_SYMM  VMW_PSP_RR   x\n"
)
PAIRS = [
    ("db-01", "db-02"), ("host-1", "host-2"), ("node-1", "node-2"), ("db-1", "db-2"), ("dev-1", "dev-2"), ("sys-1", "sys-2"),
    ("core-1", "core-2"), ("switch-1", "switch-2"), ("array-1", "array-2"), ("san-1", "san-2"), ("pool-1", "pool-2"),
    ("nvme-1", "nvme-2"), ("net-1", "net-2"), ("192.168.10.11", "192.168.10.12"), ("fe80--1", "fe80--2"), ("db01.example.net", "db02.example.net"),
    ("oracle-db-1", "oracle-db-2"), ("esx-nvme-01", "esx-nvme-02"), ("rhel-7.9-a", "rhel-7.6-b"), ("sles-15.4", "sles-15.5"), ("vm-host-3", "vm-host-4"),
    ("DB01", "DB02"), ("lin 01", "lin 02"), ("münchen1", "münchen2"), ("01", "02"), ("alpha", "beta"), ("log-01", "log-02"), ("prod_a", "prod_b"),
    ("san-a", "san-b"), ("core", "edge"), ("db", "db2"), ("db02.example.com", "db02.example.net"),
]  # fmt: skip
LAYOUTS = [
    "{d}.txt", "{d}.log", "{c}_{d}.txt", "{d}_{c}.txt", "{c}-{d}.txt", "{d}-{c}.txt", "{d}.{c}.txt", "{c}.{d}.txt", "{d} {c}.txt", "{c} {d}.txt",
    "{d}/{c}.txt", "{d}/{c}", "{d}/{d}_{c}.txt", "{d}/output_{c}.txt", "{d}/logs/{c}.txt", "{d}/2026-01-02/{c}.txt", "2026-01-02/{d}/{c}.txt",
    "2026-01-02/{d}_{c}.txt", "20260102/{c}_{d}.txt", "{c}/{d}.txt", "{c}/{d}_{c}.txt", "hosts/{d}/{c}.txt", "hosts/{d}_{c}.txt", "linux/{d}/{c}.txt",
    "linux/{d}_{c}.txt", "linux/{c}/{d}.txt", "siteA/{d}/{c}.txt", "siteA/{d}_{c}.txt", "siteA/{c}_{d}.txt", "siteA/{c}/{d}.txt", "dc1/linux/{d}/{c}.txt",
    "{d}_2026-01-02_{c}.txt", "{c}_{d}_20260102.txt", "{d}/{c}_2026-01-02.txt", "capture_{d}_{c}.out", "{d}_show_{c}.txt", "01_{d}_{c}.txt", "{d}/01_{c}.txt",
    "exports/{d}/raw/{c}.txt", "{d}+{c}.txt", "{c}={d}.txt", "{c}_-a_{d}.txt", "{d}/{c}_-a.txt",
    "CASE-00123456_{d}_{c}.txt", "INC0042317/{d}.{c}.log", "{c}_{d}/output.txt", "{d}~{c}.txt", "{d}%20{c}.txt", "{d}:{c}.txt", "{c}\u2013{d}.txt", "{d}_{c}_24-Nov-2026.txt.bak",
]  # fmt: skip


SAMPLES = Path(__file__).parents[2] / "readers" / "samples"
KINDS = ("target_port", "mask_view", "mask_volume", "storage_volume")
FAMILIES = {
    "host": {"multipath": MULTIPATH, "lsblk": LSBLK},
    "switch": {
        "porterrshow": (SAMPLES / "brocade-porterrshow.txt").read_text(),
        "portbuffershow": (SAMPLES / "brocade-portbuffershow.txt").read_text(),
    },
    "array": {
        "getlun": (SAMPLES / "clariion-getlun.txt").read_text(),
        "port_-list": (SAMPLES / "clariion-port-list.txt").read_text(),
    },
}


def intake(tmp_path: Path, files: dict[str, str], *given: str) -> Intake:
    """Write and read the files below the folder, or below the given parts of it."""
    for name, text in files.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    paths = [str(tmp_path / "in" / path) for path in given or ("",)]
    return read_all(sources_of(paths, tmp_path), tmp_path, jobs=1)


def owners(tmp_path: Path, files: dict[str, str], *given: str) -> dict[str, str]:
    """The owner of each file by its path below the folder, or of those below the given parts of it."""
    found = intake(tmp_path, files, *given)
    return {record.file.removeprefix(f"{tmp_path}/in/"): str(record.owner) for record in found.records if record.format}


@pytest.mark.parametrize("noun", FAMILIES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_two_machines_stay_two_and_no_third_appears(layout: str, noun: str, tmp_path: Path) -> None:
    texts = FAMILIES[noun]
    first = next(iter(texts))
    # Each pair of names meets each layout, for one kind of machine; make prove tries all kinds.
    turn = LAYOUTS.index(layout) + list(FAMILIES).index(noun)
    for number, (one, other) in enumerate(PAIRS):
        if not THOROUGH and (number + turn) % 3:
            continue
        files: dict[str, str] = {}
        of: dict[str, set[str]] = {one: set(), other: set()}
        for index, device in enumerate((one, other)):
            for command, text in texts.items():
                if "{c}" in layout or command == first:
                    name = layout.format(d=device, c=command)
                    files[name] = text.replace("{0}", str(index))
                    of[device].add(name)
        found = owners(tmp_path / str(number), files)
        assert len(found) == len(files)
        mine, others = ({found[name] for name in of[device]} for device in (one, other))
        assert mine
        assert others
        assert not mine & others, found
        # If it isn't clear which files of a machine belong together, they stay apart, under names that say so.
        for group in (mine, others):
            assert len(group) == 1 or all(owner.startswith(f"unknown {noun} (") for owner in group), found


@pytest.mark.parametrize(("files", "expected"), [
    (("multipath.txt", "lsblk.txt"), {"unknown host (multipath.txt)", "unknown host (lsblk.txt)"}),
    (("multipaths.txt", "multipathll.txt"), {"unknown host (multipaths.txt)", "unknown host (multipathll.txt)"}),
    (("node-1/multipath_-ll.txt", "node-1/lsblk_app_data1.txt", "node-1/lsblk_app_data2.txt"), {"node-1"}),
    (("log-01/multipath.txt", "log-01/lsblk.txt", "core-1/multipath.txt"), {"log-01", "core-1"}),
    (("a/esx01/multipath.txt", "b/esx01/multipath.txt"), {"a/esx01", "b/esx01"}),
    (("2026-01-01/esx01/multipath.txt", "2026-01-02/esx01/multipath.txt"), {"esx01"}),
    (("siteA/01_multipath.txt", "siteA/02_multipath.txt"), {"01", "02"}),
    (("db01/multipath_1.txt", "db01/multipath_2.txt", "db01/lsblk.txt"), {"db01"}),
    (("siteA/db01_multipath.txt", "siteA/db02_lsblk.txt"), {"unknown host (siteA/db01_multipath.txt)", "unknown host (siteA/db02_lsblk.txt)"}),
    (("siteA/db01_multipath.txt", "siteA/db02_lsblk.txt", "siteB/db07_multipath.txt"),
     {"unknown host (siteA/db01_multipath.txt)", "unknown host (siteA/db02_lsblk.txt)", "db07"}),
    (("siteA/01_multipath.txt", "siteA/02_multipath.txt", "siteB/01_multipath.txt"), {"01", "02", "siteB"}),
    (("db-31/paths_app1_multipath.txt", "db-31/lsblk_data2.txt"), {"db-31"}),
    (("ESX01_multipath.txt", "esx01_lsblk.txt"), {"ESX01"}),
    (("vnx5/spa_getlun.txt", "vnx5/spb_getlun.txt", "vnx5/port_-list.txt"), {"vnx5"}),
    (("vnx5/sp_a/getlun.txt", "vnx5/SP-B/getlun.txt", "vnx5/port_-list.txt"), {"vnx5"}),
    (("getlun.txt", "port_-list.txt"), {"unknown array (clariion)"}),
    (("getlun_1.txt", "getlun_2.txt"), {"unknown array (getlun_1.txt)", "unknown array (getlun_2.txt)"}),
    (("multipath_0.txt", "multipath_1.txt", "lsblk_1.txt"),
     {"unknown host (multipath_0.txt)", "unknown host (multipath_1.txt)", "unknown host (lsblk_1.txt)"}),
    (("multipath1.txt", "multipath2.txt"), {"unknown host (multipath1.txt)", "unknown host (multipath2.txt)"}),
    (("multipath-output_1.txt", "multipath-output_2.txt"),
     {"unknown host (multipath-output_1.txt)", "unknown host (multipath-output_2.txt)"}),
    (("log-01_multipath.txt", "log-02_multipath.txt"), {"log-01", "log-02"}),
    (("log-01_multipath.txt", "log-01_lsblk.txt", "log-02_multipath.txt", "log-02_lsblk.txt"), {"log-01", "log-02"}),
    (("dc1-db_multipath.txt", "dc1-host_multipath.txt", "dc1-host_lsblk.txt"), {"dc1-db", "dc1-host"}),
    (("dc1_db_multipath.txt", "dc1_host_multipath.txt"), {"unknown host (dc1_db_multipath.txt)", "unknown host (dc1_host_multipath.txt)"}),
    (("storage.example.net_multipath.txt", "backup.example.net_multipath.txt"), {"storage.example.net", "backup.example.net"}),
    (("1/01_multipath.txt", "1/02_lsblk.txt", "2/01_lsblk.txt", "2/02_multipath.txt"),
     {"unknown host (1/01_multipath.txt)", "unknown host (1/02_lsblk.txt)", "unknown host (2/01_lsblk.txt)", "unknown host (2/02_multipath.txt)"}),
    (("1/output getlun.txt", "1/output port_-list.txt", "2/output getlun.txt"),
     {"unknown array (1/clariion)", "unknown array (2/clariion)"}),
    (("1/getlun.txt", "2/port_-list.txt"), {"unknown array (1/clariion)", "unknown array (2/clariion)"}),
    (("rz1/getlun.txt", "rz2/port_-list.txt"), {"unknown array (rz1/clariion)", "unknown array (rz2/clariion)"}),
    (("siteA/db1_multipath.txt", "siteA/lsblk.txt"), {"unknown host (siteA/db1_multipath.txt)", "unknown host (siteA/lsblk.txt)"}),
    (("p/getlun.txt", "p/port_-list.txt", "q/getlun.txt"),
     {"unknown array (p/clariion)", "unknown array (q/clariion)"}),
    (("hw_getlun.txt", "port_-list.txt"), {"unknown array (clariion)"}),
    (("get_lun-names/A_getlun.txt", "get_lun-names/B_getlun.txt"), {"unknown array (clariion a)", "unknown array (clariion b)"}),
    (("siteA/getlun.txt", "siteA/multipath.txt", "siteA/port_-list.txt"),
     {"unknown array (siteA/clariion)", "unknown host (siteA/multipath.txt)"}),
    (("multipath/db1.txt", "lsblk/db1.txt", "satp/db1.txt"), {"db1 (linux)", "db1 (esxi)"}),
    (("siteA/multipath.txt", "siteA/lsblk.txt", "siteA/satp.txt"),
     {"unknown host (siteA/multipath.txt)", "unknown host (siteA/lsblk.txt)", "unknown host (siteA/satp.txt)"}),
    (("db-31/multipath.txt", "db-31/lsblk.txt", "db-31/getlun.txt", "db-31/port_-list.txt"), {"db-31"}),
    (("2026-01-02.multipath.txt", "multipath_2026-01-03.txt"), {"unknown host (2026-01-02.multipath.txt)", "unknown host (multipath_2026-01-03.txt)"}),
    (("core/multipath.txt", "edge/multipath.txt", "core/lsblk.txt"), {"core", "edge"}),
    (("m\u00fcller/multipath.txt", "mu\u0308ller/lsblk.txt"), {"m\u00fcller"}),
    (("dc1/db01/multipath.txt", "dc1/db01/lsblk.txt", "dc2/db01/lsblk.txt"), {"dc1/db01", "dc2/db01"}),
    (("dc1/db01/multipath.txt", "dc1/db02/lsblk.txt", "dc2/db01/lsblk.txt"), {"dc1/db01", "dc2/db01", "db02"}),
    (("dc1/db01/multipath.txt", "dc2/db01/lsblk.txt"), {"dc1/db01", "dc2/db01"}),
    (("hosts/db01/multipath.txt", "logs/db01/lsblk.txt"), {"db01"}),
    (("db01/multipath.txt", "db01/lsblk.txt", "db01/old/multipath.txt"), {"db01", "db01/old"}),
    (("db01.multipath.txt", "db01.multipath (1).txt"), {"db01", "unknown host (db01, 1)"}),
    (("01_getlun.txt", "02_port_-list.txt"), {"unknown array (clariion)"}),
    (("01_getlun.txt", "01_port_-list.txt", "02_getlun.txt"), {"01", "02", "unknown array (clariion)"}),
    (("storage-a_getlun.txt", "storage-b_getlun.txt", "storage-b_port_-list.txt"), {"storage-a", "storage-b"}),
    (("CK200074400123/getlun.txt", "CK200074400124/getlun.txt"), {"CK200074400123", "CK200074400124"}),
    (("000192600123/multipath_x7.txt", "000192600124/multipath_x7.txt"), {"000192600123", "000192600124"}),
    (("multipath_2001-db8--a.txt", "multipath_2001-db8--b.txt"), {"db8--a", "db8--b"}),
    (("01_log-01_multipath.txt", "02_log-01_lsblk.txt", "01_log-02_multipath.txt", "02_log-02_lsblk.txt"), {"log-01", "log-02"}),
    (("multipath/db7.txt", "linux-lsblk/db7.txt", "multipath/db8.txt", "linux-lsblk/db8.txt"), {"db7", "db8"}),
    (("port_getlun.txt", "zone_getlun.txt", "port_-list.txt"),
     {"unknown array (port_getlun.txt)", "unknown array (zone_getlun.txt)", "unknown array (port_-list.txt)"}),
    (("prod/lun_getlun.txt", "prod/disk_getlun.txt"), {"unknown array (prod/lun_getlun.txt)", "unknown array (prod/disk_getlun.txt)"}),
    (("prod/007/getlun.txt", "prod/008/port_-list.txt"), {"unknown array (prod/007/clariion)", "unknown array (prod/008/clariion)"}),
    (("Jan02/storage_multipath.txt", "Jan02/backup_multipath.txt"),
     {"unknown host (Jan02/storage_multipath.txt)", "backup"}),
    (("ticket 4711/multipath of sdk.txt", "ticket 4711/lsblk.txt"),
     {"unknown host (ticket 4711/multipath of sdk.txt)", "unknown host (ticket 4711/lsblk.txt)"}),
    (("getlun of port.txt", "getlun von zone.txt"), {"unknown array (getlun of port.txt)", "unknown array (getlun von zone.txt)"}),
    (("storage_getlun.txt", "system_getlun.txt"), {"unknown array (storage_getlun.txt)", "unknown array (system_getlun.txt)"}),
    (("cluster1_getlun.txt", "cluster2_port_-list.txt"), {"cluster1", "cluster2"}),
    (("host-a_getlun.txt", "host-b_port_-list.txt"), {"host-a", "host-b"}),
    (("engine-1_getlun.txt", "engine-2_port_-list.txt"), {"engine-1", "engine-2"}),
    (("db01_part1/multipath.txt", "db01_part2/lsblk.txt"), {"db01"}),
    (("db01.1of2/multipath.txt", "db01.2of2/lsblk.txt"), {"db01"}),
    (("multipath_db01_part1.txt", "lsblk_db01-part2.txt"), {"db01"}),
    (("exports_part1/multipath.txt", "exports_part2/multipath.txt"),
     {"unknown host (exports_part1/multipath.txt)", "unknown host (exports_part2/multipath.txt)"}),
    (("db01_1/multipath.txt", "db01_2/multipath.txt"), {"db01_1", "db01_2"}),
    (("CASE-00123456_db01_multipath.txt", "db01_lsblk.txt"), {"db01"}),
    (("INC0042317/db01_multipath.txt", "INC0042317/db02_lsblk.txt"), {"db01", "db02"}),
    (("rack1/db01_multipath.txt", "rack1/db02_lsblk.txt"), {"db01", "db02"}),
    (("multipath_db01/output.txt", "lsblk_db01/output.txt", "multipath_db02/output.txt"), {"db01", "db02"}),
    (("cluster-prod/db01_multipath.txt", "cluster-prod/db01_lsblk.txt"), {"db01"}),
    (("prod/db07_multipath.txt",), {"db07"}),
    (("db01__multipath__run1.txt", "db01__lsblk__run1.txt", "db02__multipath__run1.txt"), {"db01", "db02"}),
    (("db01_multipath_2026w47.txt", "db01_lsblk_2026w47.txt"), {"db01"}),
    (("upload_12345678_db01_multipath.txt", "upload_87654321_db01_lsblk.txt"), {"db01"}),
    (("collected/db01/var/tmp/multipath.txt", "collected/db01/var/tmp/lsblk.txt"), {"db01"}),
    (("run1/db01--multipath.txt",), {"db01"}),
    (("multipathll/db01/stdout", "lsblk/db01/stdout", "multipathll/db02/stdout"), {"db01", "db02"}),
    (("multipath@sap hana 1/stdout.txt", "lsblk@sap hana 1/stdout.txt", "multipath@sap hana 2/stdout.txt"), {"sap hana 1", "sap hana 2"}),
    (("lsblk--J___db01.txt", "multipath___db01.txt"), {"db01"}),
    (("x_getlun.txt", "y_getlun.txt"), {"x", "y"}),
    (("a_getlun.txt", "b_port_-list.txt"), {"unknown array (clariion a)", "unknown array (clariion b)"}),
    (("oracle/lsblk_data2.txt",), {"oracle"}),
    (("db01 multipath (copy).txt", "db01 lsblk - Copy (2).txt"), {"db01"}),
    (("v1_multipath.txt", "v2_multipath.txt", "v1_lsblk.txt"), {"unknown host (v1)", "unknown host (v2)", "unknown host (v1_lsblk.txt)"}),
    (("prod/v1__multipath.txt", "prod/v2__multipath.txt"), {"unknown host (prod, v1)", "unknown host (prod, v2)"}),
    (("db01%20multipath.txt", "db02%20multipath.txt", "db01%20lsblk.txt"), {"db01", "db02"}),
    (("db01_multipath_24.11.2026.txt", "db01_lsblk_24-Nov-2026.txt"), {"db01"}),
    (("db01/before/multipath.txt", "db01/post-upgrade/lsblk.txt", "db01/02h13/lsblk.txt"), {"db01"}),
    (("a/b/db01/d/e/multipath.txt",), {"db01"}),
    (("cluster-prod/array1_getlun.txt", "cluster-prod/array2_getlun.txt"), {"array1", "array2"}),
    (("getlun-A.txt", "getlun-B.txt", "port_-list.txt"),
     {"unknown array (clariion a)", "unknown array (clariion b)", "unknown array (clariion)"}),
    (("spa/getlun.txt", "spb/getlun.txt", "spa/port_-list.txt"), {"unknown array (clariion a)", "unknown array (clariion b)"}),
    (("acme_getlun_dump.txt", "acme_port_-list_dump.txt"), {"unknown array (clariion)"}),
    (("acme_multipath.txt", "acme_lsblk.txt"), {"unknown host (acme_multipath.txt)", "unknown host (acme_lsblk.txt)"}),
    (("acme_multipath.txt", "acme_lsblk.txt", "oracle_lsblk.txt"), {"acme", "oracle"}),
    (("db-a_getlun.txt", "db-b_getlun.txt", "db-b_port_-list.txt"), {"db-a", "db-b"}),
    (("db-31/multipath/out.txt", "db-31/lsblk_-luM/out.txt"), {"db-31"}),
    (("oracle-prod_multipath.txt", "oracle-prod_lsblk.txt"), {"oracle-prod"}),
    (("naviseccli_getlun.txt", "vplexcli_port_-list.txt"), {"unknown array (clariion)"}),
    (("db-31/multipath_-ll.txt", "db-31/lsblk_-OJ.txt", "db-31/lsblk_-luM.txt"), {"db-31"}),
    (("srv7/multipath/rc0/stdout.txt", "srv7/lsblk/rc0/stdout.txt"), {"srv7"}),
    (("output-01/multipath.txt", "output-02/multipath.txt"),
     {"unknown host (output-01/multipath.txt)", "unknown host (output-02/multipath.txt)"}),
    (("srv7/output-01/multipath.txt", "srv7/out_02/lsblk.txt"), {"srv7"}),
    (("srv_01_multipath.txt", "srv_02_lsblk.txt"), {"unknown host (srv_01_multipath.txt)", "unknown host (srv_02_lsblk.txt)"}),
    (("srv_01_multipath.txt", "srv_02_lsblk.txt", "srv_02_multipath.txt"), {"srv_01", "srv_02"}),
    (("srv-1_multipath.txt", "srv-2_lsblk.txt"), {"srv-1", "srv-2"}),
    (("srv-1_multipath.txt", "srv-2_lsblk.txt", "srv-3_getlun.txt"), {"srv-1", "srv-2", "srv-3"}),
    (("old/getlun.txt", "old/port_-list.txt"), {"unknown array (old/clariion)"}),
    (("tickets/A_getlun.txt", "tickets/B_getlun.txt"), {"unknown array (tickets/clariion a)", "unknown array (tickets/clariion b)"}),
    (("vnx7/getlun.txt", "vnx7/old/getlun.txt"), {"vnx7", "vnx7/old"}),
    (("old/multipath.txt", "new/multipath.txt"), {"unknown host (old)", "unknown host (new)"}),
    (("backup/srv7_multipath.txt", "backup/srv7_lsblk.txt", "backup/srv8_lsblk.txt"), {"srv7", "srv8"}),
    (("lsblk.txt", "LSBLK.txt", "multipath.txt"),
     {"unknown host (LSBLK.txt)", "unknown host (lsblk.txt, 2)", "unknown host (multipath.txt)"}),
])  # fmt: skip
def test_what_belongs_together(files: tuple[str, ...], expected: set[str], tmp_path: Path) -> None:
    texts = {**FAMILIES["host"], **FAMILIES["array"], "satp": SATP}

    def text(name: str) -> str:
        return next(text for command, text in texts.items() if command in name.lower()).replace("{0}", "1")

    assert set(owners(tmp_path, {name: text(name) for name in files}).values()) == expected


def test_a_word_in_all_names_is_the_machine_if_an_export_states_it(tmp_path: Path) -> None:
    files = {"oracle_multipath.txt": MULTIPATH, "oracle_lsblk.txt": LSBLK}
    stated = {"oracle_uname.txt": "Linux oracle 5.14.0-427.el9.x86_64 #1 SMP x86_64 GNU/Linux\n"}
    assert set(owners(tmp_path / "stated", {**files, **stated}).values()) == {"oracle"}
    assert len(set(owners(tmp_path / "open", files).values())) == 2


def test_options_of_one_letter_are_no_words_of_names(tmp_path: Path) -> None:
    """The command of pvs has -b and -d; db-b is a machine in its files as in others."""
    pvs = "  PV                 VG   Fmt  Attr PSize  PFree\n  /dev/mapper/mpathq vgq lvm2 a--  10g    0\n"
    files = {
        f"{device}_{name}.txt": text
        for device in ("db-a", "db-b")
        for name, text in (("pvs", pvs), ("multipath", MULTIPATH))
    }
    assert {file: owner for file, owner in owners(tmp_path, files).items() if not file.startswith(owner)} == {}
    assert set(owners(tmp_path / "again", files).values()) == {"db-a", "db-b"}


@pytest.mark.parametrize(("files", "given", "expected"), [
    (("north/db01_lsblk.txt", "south/db01_lsblk.txt"), ("north", "south"), ["north/db01", "south/db01"]),
    (("north/lsblk.txt", "south/lsblk.txt"), ("north", "south"), ["unknown host (north/lsblk.txt)", "unknown host (south/lsblk.txt)"]),
    (("a/exports/lsblk.txt", "b/exports/lsblk.txt"), ("a/exports", "b/exports"),
     ["unknown host (a/exports/lsblk.txt)", "unknown host (b/exports/lsblk.txt)"]),
    (("a/db1_lsblk.txt", "b/db1_multipath.txt"), ("a", "b"), ["db1", "db1"]),
    (("2026-01-01/db1_lsblk.txt", "2026-01-02/db1_lsblk.txt"), ("2026-01-01", "2026-01-02"), ["db1", "db1"]),
    (("db1/lsblk.txt", "db2/lsblk.txt"), ("db1/lsblk.txt", "db2/lsblk.txt"), ["db1", "db2"]),
    (("db1/lsblk.txt", "db1/multipath.txt"), ("db1/lsblk.txt", "db1/multipath.txt"),
     ["unknown host (lsblk.txt)", "unknown host (multipath.txt)"]),
])  # fmt: skip
def test_folders_that_the_user_names_are_kept_apart(
    files: tuple[str, ...], given: tuple[str, ...], expected: list[str], tmp_path: Path
) -> None:
    texts = {name: LSBLK if "lsblk" in name else MULTIPATH for name in files}
    assert list(owners(tmp_path, texts, *given).values()) == expected


@pytest.mark.parametrize(
    ("names", "texts"), [(("db_1.log", "db_2.log"), "host"), (("ports_1.log", "hosts_2.log"), "array")]
)
def test_files_that_are_numbered_with_other_contents_are_of_unknown_machines(
    names: tuple[str, ...], texts: str, tmp_path: Path
) -> None:
    """One machine whose outputs are numbered, or two: the number does not say, and no machine is invented."""
    found = owners(tmp_path, dict(zip(names, FAMILIES[texts].values(), strict=True)))
    assert all(owner.startswith(f"unknown {texts} (") for owner in found.values())
    # Of one format, they are of two machines or two samples, and stay separate under their names.
    same = owners(tmp_path / "same", dict.fromkeys((*names[:1], "db_3.log"), MULTIPATH)) if texts == "host" else {}
    assert set(same.values()) == ({"db_1", "db_3"} if same else set())


@pytest.mark.parametrize("name", ["{}.txt", "0{}.log", "output{}.txt", "file_{}"])
def test_files_that_are_only_numbered_are_of_unknown_hosts(name: str, tmp_path: Path) -> None:
    texts = [*FAMILIES["host"].values(), SATP] * 2
    found = owners(tmp_path, {name.format(number): text for number, text in enumerate(texts, 1)})
    assert set(found.values()) == {f"unknown host ({file})" for file in found}
    # Of one format, the numbers may be those of machines.
    alike = owners(tmp_path / "alike", {name.format(number): MULTIPATH for number in (1, 2)})
    assert len(set(alike.values())) == 2


def test_words_of_commands_belong_to_the_machine_whose_name_has_them_in_other_files(tmp_path: Path) -> None:
    """The command of one format contains the word core, that of the other does not; both files are of san-core-1."""
    core = "esxcli storage core device list"
    texts = {core: SAMPLES.joinpath("esxi-core-device-list.txt").read_text(), "esxcli storage nmp satp list": SATP}
    files = {
        f"{command.replace(' ', '_')}_{device}.txt": text
        for command, text in texts.items()
        for device in ("san-core-1", "san-core-2")
    }
    found = owners(tmp_path, files)
    assert {file: owner for file, owner in found.items() if owner not in file} == {}
    assert set(found.values()) == {"san-core-1", "san-core-2"}


REST = ["storages", "ports", "host-groups", "luns", "ldevs"]


@pytest.mark.parametrize("name", [
    "rest/{q}/1.json", "rest/{q}/response.json", "api/types/{q}/instances.json", "array-1/metrics-{Q}.json", "array-1/{q}-0900.json",
    "array-1/GET_{Q}X.json", "san7-00{n}.json", "{q}/san7.json", "out_{n}.json", "response ({n}).json", "{q}-abc{n}.json", "x{q}.json",
])  # fmt: skip
def test_answers_of_a_rest_interface_are_of_the_array_that_one_of_them_names(name: str, tmp_path: Path) -> None:
    """What varies with the question is no array, also where the words of the question are unknown; a folder is one."""
    files = {
        name.format(q=query, Q=query.upper(), n=number): SAMPLES.joinpath(
            "hitachi-rest-storages.json" if query == "storages" else f"hitachi-rest.{query}.json"
        ).read_text()
        for number, query in enumerate(REST, 1)
    }
    store = build_store(intake(tmp_path, files), threads=1)
    assert {row for kind in KINDS for row in store.rows(f"SELECT DISTINCT storage_array FROM {kind}")} == {("540001",)}
    # Without the answer that names the array, no name is made of the questions.
    del files[next(iter(files))]
    unknown = set(owners(tmp_path / "unnamed", files).values())
    assert unknown <= {"unknown array (hitachi)", "array-1", "san7"}
    assert len(unknown) == 1


@pytest.mark.parametrize("name", ["{q}_{d}.json", "{q}/{d}.json", "{d}/{q}.json", "{d}/x{q}.json", "x{q}-{d}.json"])
def test_answers_of_two_arrays_with_unknown_questions_stay_apart(name: str, tmp_path: Path) -> None:
    files = {
        name.format(q=query, d=array): SAMPLES.joinpath(f"hitachi-rest.{query}.json").read_text()
        for query in REST[1:]
        for array in ("san7", "san8")
    }
    found = owners(tmp_path, files)
    mine, others = ({owner for file, owner in found.items() if array in file} for array in ("san7", "san8"))
    assert mine
    assert not mine & others


def test_the_node_that_a_command_was_asked_for_is_not_a_machine(tmp_path: Path) -> None:
    text = (
        "NAME         STATE[A]   PATH-TYPE[M] CTLR-NAME  ENCLR-TYPE   ENCLR-NAME    ATTRS\n"
        "sdb          ENABLED(A)   -          c1         EMC          emc0           -\n"
    )
    names = [f"vxdmpadm_getsubpaths_dmpnodename_emc0_012{number}.txt" for number in (3, 4)]
    found = owners(
        tmp_path, {name: text.replace("sdb", f"sd{number}") for name, number in zip(names, "bc", strict=True)}
    )
    assert found == {name: f"unknown host ({name})" for name in names}


def test_folders_of_questions_divide_no_array(tmp_path: Path) -> None:
    files = {
        f"{question}/{array}/output.txt": (SAMPLES / f"infinidat-rest.{question}.json").read_text()
        for question in ("hosts", "volumes")
        for array in ("ibox07", "ibox08")
    }
    assert owners(tmp_path, files) == {name: name.split("/")[1] for name in files}
