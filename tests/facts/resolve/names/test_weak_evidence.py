"""What proves nothing: equal versions, the day in a file's name, and a folder whose files print two names."""

from __future__ import annotations

from pathlib import Path

from tests.folders import SAMPLES
from tests.support import store_of_files

VERSION = (SAMPLES / "vplex-version.txt").read_text()


def owners(folder: Path, texts: dict[str, str]) -> dict[str, str]:
    """The owner of each file after everything is compared."""
    rows = store_of_files(folder, texts).rows("SELECT file, owner FROM export WHERE owner IS NOT NULL")
    return {file.removeprefix(f"{folder}/in/"): owner for file, owner in rows}


def test_two_arrays_may_have_the_same_version(tmp_path: Path) -> None:
    files = {"san-a_version.txt": VERSION, "san-b_version.txt": VERSION}
    assert owners(tmp_path, files) == {"san-a_version.txt": "san-a", "san-b_version.txt": "san-b"}


def test_controllers_of_one_array_have_the_same_version(tmp_path: Path) -> None:
    files = {"node-a/version.txt": VERSION, "node-b/version.txt": VERSION}
    assert len(set(owners(tmp_path, files).values())) == 1


def test_the_day_in_the_name_of_a_file_is_not_the_number_of_another_array(tmp_path: Path) -> None:
    ports = (SAMPLES / "pure-pureport.txt").read_text()
    named, bare = "pureport_web 01_2026-01-02.txt", "pureport_web 02_2026-01-02.txt"
    files = {named: f"pureuser@pure01> pureport list\n{ports}", bare: ports.replace("52", "53")}
    assert owners(tmp_path, files) == {named: "pure01", bare: "web 02"}


def test_a_folder_whose_files_print_two_names_is_no_machine(tmp_path: Path) -> None:
    files = {
        f"siteA/{command}_disk{disk}.txt": text
        for disk, host in (("20", "db05"), ("31", "db09"))
        for command, text in (
            ("uname -a", f"HP-UX {host} B.11.31 U ia64 0123456789 unlimited-user license\n"),
            ("ioscan_-fnk", (SAMPLES / "hpux-ioscan.txt").read_text()),
        )
    }
    found = owners(tmp_path, files)
    assert {name: found[f"siteA/uname -a_disk{disk}.txt"] for disk, name in (("20", "db05"), ("31", "db09"))} == {
        "db05": "db05",
        "db09": "db09",
    }
    lists = [found[f"siteA/ioscan_-fnk_disk{disk}.txt"] for disk in ("20", "31")]
    assert all(name.startswith("unknown host (siteA/ioscan") for name in lists)
    assert len(set(lists)) == 2


def test_clusters_of_one_name_with_other_assemblies_are_of_two_systems(tmp_path: Path) -> None:
    text = (SAMPLES / "vplex-ll-clusters.txt").read_text()
    files = {"2026-01-02/vplex7.txt": text, "2026-01-03/vplex7.txt": text.replace("FNM009", "FNM007")}
    assert len(set(owners(tmp_path, files).values())) == 2


def test_files_that_list_the_same_as_one_with_a_name_are_not_of_that_array(tmp_path: Path) -> None:
    text = (SAMPLES / "svc-lshostcluster.txt").read_text()
    files = {"nas@lshostcluster.txt": text, "san@lshostcluster.txt": text.partition("\n")[2]}
    assert owners(tmp_path, files)["san@lshostcluster.txt"] == "unknown array (san@lshostcluster.txt)"
