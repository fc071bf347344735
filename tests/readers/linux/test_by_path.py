"""``ls -l /dev/disk/by-path``: ports and LUNs of disks, and the target ports of the paths that have these names."""

from __future__ import annotations

from tests.readers import harness
from tests.readers.array_exports import sample
from tests.support import store_of

READER = "linux-by-path"
TEXT = sample("linux-by-path.txt")
MULTIPATH = """\
mpatha (3600014400000001aa00000000000001) dm-2 EMC,Invista
size=20G features='0' hwhandler='0' wp=rw
`-+- policy='service-time 0' prio=1 status=active
  |- 3:0:1:4 sdk 8:160 active ready running
  `- 4:0:1:{lun} sdl 8:176 active ready running
""".replace("3600014400000001aa", "36000144000000010aa")


def disks(text: str) -> list[tuple[str, str, int]]:
    result = harness.read(READER, text)
    assert result.unread_lines == 0
    return [
        (str(row["kernel_name"]), str(row["target_wwpn"]), int(str(row["lun"])))
        for row in result.observations.rows("scsi_address")
    ]


def test_disks_have_their_target_port_and_lun() -> None:
    assert harness.best_reader(TEXT) == READER
    assert disks(TEXT) == [
        ("sdk", "5000144280000001", 4),
        ("sdl", "5000144290000001", 4),
        ("sdm", "5000144290000001", 256),
    ]


def test_old_names_print_the_lun_as_an_address() -> None:
    line = "lrwxrwxrwx 1 root root 9 2010-06-01 10:00 pci-0000:1a:00.0-fc-0x500601653ee0025f:0x0003000000000000 -> ../../sdc\n"
    assert disks(line) == [("sdc", "500601653ee0025f", 3)]


def targets(lun: int) -> list[tuple[str, str | None]]:
    store = store_of({"lin01/by-path.txt": TEXT, "lin01/multipath.txt": MULTIPATH.format(lun=lun)})
    return store.rows("SELECT path_name, target_wwpn FROM path ORDER BY 1")


def test_paths_of_multipath_get_the_target_port_of_their_disk() -> None:
    assert targets(4) == [("sdk", "5000144280000001"), ("sdl", "5000144290000001")]


def test_a_disk_with_another_lun_is_not_the_same_disk() -> None:
    assert targets(5) == [("sdk", "5000144280000001"), ("sdl", None)]
