"""Old sfdisk -l in its four units; a start without ``+`` is exact, a rounded one has bounds."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, read
from tests.support import store_of

NAME = "linux-fdisk-list"
MIB, CYLINDER = 1 << 20, 8_225_280
HEAD = "Disk /dev/sdb: 1305 cylinders, 255 heads, 63 sectors/track\n"
TABLES = {
    "M": HEAD
    + """\
Units = mebibytes of 1048576 bytes, blocks of 1024 bytes, counting from 0

   Device Boot Start   End    MiB    #blocks   Id  System
/dev/sdb1   *     0+   101-   102-    104391   83  Linux
/dev/sdb2       102   9703-  9602-   9832252+  8e  Linux LVM
/dev/sdb3         0      -      0          0    0  Empty
""",
    "B": HEAD
    + """\
Units = blocks of 1024 bytes, counting from 0

   Device Boot   Start       End    #blocks   Id  System
/dev/sdb1   *      31+    104421    104391   83  Linux
/dev/sdb2      104448    9936700-   9832252+  8e  Linux LVM
/dev/sdb3           0          -          0    0  Empty
""",
    "S": HEAD
    + """\
Units = sectors of 512 bytes, counting from 0

   Device Boot    Start       End   #sectors  Id  System
/dev/sdb1   *        63    208844     208782  83  Linux
/dev/sdb2        208896  19873400   19664505  8e  Linux LVM
/dev/sdb3             0         -          0   0  Empty
""",
    "C": HEAD
    + """\
Units = cylinders of 8225280 bytes, blocks of 1024 bytes, counting from 1

   Device Boot Start     End   #cyls    #blocks   Id  System
/dev/sdb1   *      1+     13      13-    104391   83  Linux
/dev/sdb2         14    1237-   1224-   9832252+  8e  Linux LVM
/dev/sdb3          0       -       0          0    0  Empty
""",
}
FIRST: dict[str, dict[str, object]] = {
    "M": {"start_low_bytes": 512, "start_high_bytes": MIB - 512},
    "B": {"start_bytes": 32256, "start_sector": 63, "exact": True},
    "S": {"start_bytes": 32256, "start_sector": 63, "exact": True},
    "C": {"start_low_bytes": 512, "start_high_bytes": CYLINDER - 512},
}
SECOND = {"M": 102 * MIB, "B": 104448 * 1024, "S": 208896 * 512, "C": 13 * CYLINDER}


@pytest.mark.parametrize("unit", TABLES)
def test_starts_sizes_and_types_in_each_unit(unit: str) -> None:
    assert best_reader(TABLES[unit]) == NAME
    result = read(NAME, TABLES[unit])
    first, second, empty = result.observations.rows("partition")
    start = {name: value for name, value in first.items() if name.startswith("start") or name == "exact"}
    assert start == FIRST[unit]
    assert (first["boot"], first["partition_type"], first["size_bytes"]) == (True, "0x83", 104391 * 1024)
    assert (second["start_bytes"], second["exact"], second["role"]) == (SECOND[unit], True, "lvm")
    assert second["size_bytes"] == 19664505 * 512
    assert empty["role"] == "empty"
    assert result.unread_lines == 0


def test_the_same_table_in_two_units_keeps_the_exact_start() -> None:
    store = store_of({"db01/sfdisk.txt": TABLES["S"] + "\n" + TABLES["M"]})
    rows = store.rows("SELECT partition, start_bytes, exact FROM partition ORDER BY 1")
    assert rows[:2] == [(1, 32256, True), (2, 102 * MIB, True)]
    assert not store.has_rows("contradiction")


def test_the_same_table_twice_is_one_table() -> None:
    assert store_of({"db01/sfdisk.txt": TABLES["B"] * 2}).rows("SELECT count(*) FROM partition") == [(3,)]
