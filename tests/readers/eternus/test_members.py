"""``show lun-groups -lg-number``: the volumes of a group, with their states."""

from __future__ import annotations

from tests.readers.harness import read

GROUP = """\
CLI> show lun-groups -lg-number 0
LUN Group No.0
LUN Group Name   dbs01
LUN  Volume                                 Status                    Size(MB)  LUN Overlap UID
     No.   Name                                                                 Volume
---- ----- -------------------------------- ------------------------- --------- ----------- --------------------------------
   0     0 LUN00                            Available                     20480 No          600000E00D29000000291B6B00000000
   1     1 LUN01                            Broken                        20480 No          600000E00D29000000291B6B00010000
"""


def test_the_state_of_a_volume_that_only_its_group_lists() -> None:
    volumes = read("eternus-cli", GROUP).observations.rows("storage_volume")
    assert [(row["storage_volume"], row["operational_status"]) for row in volumes] == [
        ("LUN00", "Available"),
        ("LUN01", "Broken"),
    ]
