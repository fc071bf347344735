"""Loops over disks and adapters of AIX, and paths that are defined but missing."""

from __future__ import annotations

import pytest

from tests.readers.harness import read
from tests.support import store_of

ATTRIBUTES = """\
{first}
algorithm       fail_over                                           Algorithm                        True+
queue_depth     20                                                  Queue DEPTH                      True+
reserve_policy  single_path                                         Reserve Policy                   True+
unique_id       3321360050768108101B0E80000000000001004214503IBMfcp Unique device identifier         False
{second}
algorithm       shortest_queue                                      Algorithm                        True+
queue_depth     32                                                  Queue DEPTH                      True+
unique_id       3321360050768108101B0E80000000000001104214503IBMfcp Unique device identifier         False
"""


@pytest.mark.parametrize("mark", ["{}", "{}:", "== {}", "=== {} ===", "-----{}-----", "# {}", "*** {} ***", "[{}]"])
def test_a_loop_that_prints_each_disk_before_its_attributes(mark: str) -> None:
    text = ATTRIBUTES.format(first=mark.format("hdisk0"), second=mark.format("hdisk1"))
    result = read("aix-lsattr", text, owner="aix1")
    rows = result.observations.rows("device")
    assert [(row["kernel_name"], row["device"], row["queue_depth"]) for row in rows] == [
        ("hdisk0", "naa.60050768108101b0e800000000000010", 20),
        ("hdisk1", "naa.60050768108101b0e800000000000011", 32),
    ]
    assert result.unread_lines == 0


def test_prose_before_attributes_names_no_disk() -> None:
    text = ATTRIBUTES.format(first="hdisk0 and hdisk1 are from the SVC", second="")
    result = read("aix-lsattr", text, owner="aix1")
    assert result.unread_lines == 1
    assert not [row for row in result.observations.rows("device") if row.get("kernel_name")]


PATHS = """\
aix1:/# lspath -F "name:parent:connection:path_id:path_status:status"
hdisk2:fscsi0:5005076810150a1b,1000000000000:0:Available:Enabled
hdisk2:fscsi1:5005076810160a1b,1000000000000:1:Available:Failed
hdisk2:fscsi1:5005076810160a1c,1000000000000:2:Defined:Missing
hdisk2:fscsi0:5005076810150a1c,1000000000000:3:Defined:Defined
"""


def test_both_states_of_a_path() -> None:
    store = store_of({"aix1.txt": PATHS})
    assert store.rows("SELECT path_name, state, state_text FROM path ORDER BY 1") == [
        ("0", "active", "Enabled"),
        ("1", "dead", "Failed"),
        ("2", "dead", "Missing"),
        ("3", "unavailable", "Defined"),
    ]


def test_paths_without_names_are_of_the_disks_that_attributes_identify() -> None:
    paths = "".join(f"Enabled hdisk{disk} fscsi{port}\n" for disk in (0, 1) for port in (0, 0, 1, 1))
    store = store_of(
        {
            "aix1/lspath.txt": paths,
            "aix1/lsattr.txt": ATTRIBUTES.format(first="== hdisk0", second="== hdisk1"),
        }
    )
    assert store.rows("SELECT device, count(*) FROM path GROUP BY 1 ORDER BY 1") == [
        ("naa.60050768108101b0e800000000000010", 4),
        ("naa.60050768108101b0e800000000000011", 4),
    ]


WITHOUT_PROMPTS = """\
lscfg -vl hdisk2
hdisk2           U9009.22A.0000000-V1-C3-T1-W50001442901F1400-L2000000000000  MPIO Other FC SCSI Disk Drive

      Manufacturer................EMC
      Machine Type and Model......Invista

lsattr -El hdisk2
PCM             PCM/friend/fcpother                                    Path Control Module              False
PR_key_value    none                                                   Persistant Reserve Key Value     True+
algorithm       round_robin                                            Algorithm                        True+
queue_depth     32                                                     Queue DEPTH                      True+
unique_id       3621360001440000000103000000000000A107Invista03EMCfcp  Unique device identifier         False
"""


def test_commands_without_prompts_are_two_outputs() -> None:
    store = store_of({"aix1.txt": WITHOUT_PROMPTS})
    assert store.rows("SELECT device, kernel_name, model, lun, queue_depth, policy FROM device") == [
        ("naa.60001440000000103000000000000a10", "hdisk2", "Invista", 2, 32, "round_robin"),
    ]
