"""A listing without names of paths is superseded by one that names them."""

from __future__ import annotations

from tests.support import store_of

LSPATH = "Enabled hdisk4 fscsi0\nFailed  hdisk4 fscsi1\nEnabled hdisk5 fscsi0\nFailed  hdisk5 fscsi1\n"
LSMPIO = (
    "name    path_id status  path_status parent connection\n"
    "hdisk4  0       Enabled Sel         fscsi0 50050768020000a1,1000000000000\n"
    "hdisk4  1       Failed              fscsi1 50050768020000a2,1000000000000\n"
)


def test_each_path_counts_once() -> None:
    store = store_of({"aix01/lspath.txt": LSPATH, "aix01/lsmpio.txt": LSMPIO})
    assert store.rows("SELECT device, path_name, state FROM path ORDER BY ALL") == [
        ("block:hdisk4", "0", "active"),
        ("block:hdisk4", "1", "dead"),
        ("block:hdisk5", "aix01 1", "active"),
        ("block:hdisk5", "aix01 2", "dead"),
    ]


def test_each_path_of_a_host_without_a_name_counts_once() -> None:
    rows = LSPATH.partition("Enabled hdisk5")[0]
    store = store_of({"notes.txt": f"# lspath -l hdisk4\n{rows}# lsmpio -l hdisk4\n{LSMPIO}"})
    assert store.rows("SELECT host, path_name FROM path ORDER BY ALL") == [
        ("unknown host (notes.txt)", "0"),
        ("unknown host (notes.txt)", "1"),
    ]


def test_another_host_has_paths_of_its_own() -> None:
    store = store_of({"aix02/lspath.txt": LSPATH, "aix01/lsmpio.txt": LSMPIO})
    assert store.rows("SELECT host, count(*) FROM path GROUP BY host ORDER BY host") == [("aix01", 2), ("aix02", 4)]


def test_numbers_of_paths_do_not_join_disks() -> None:
    other = LSMPIO.split("\n", 1)[1].replace("hdisk4", "hdisk5")
    serials = "".join(
        f"Device:  {disk}\n  Vendor Id:  IBM\n  Product Id:  2145\n  Volume Serial:  6005076802000000000000000000000{number} (Page 83 NAA)\n"
        for disk, number in (("hdisk4", 1), ("hdisk5", 2))
    )
    store = store_of({"aix01/lsmpio.txt": LSMPIO + other, "aix01/lsmpio-query.txt": serials})
    assert store.rows(
        "SELECT device, list(path_name ORDER BY path_name) FROM path GROUP BY device ORDER BY device"
    ) == [
        ("naa.60050768020000000000000000000001", ["0", "1"]),
        ("naa.60050768020000000000000000000002", ["0", "1"]),
    ]
