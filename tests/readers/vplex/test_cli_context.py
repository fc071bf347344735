"""VPlexcli listings whose context is only in the command, titles of the long health check, devices stated repeatedly."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.facts.values import Value
from checker.intake.read import read_text
from checker.intake.record import ExportRecord
from tests.readers.harness import read
from tests.support import store_of

WITNESS = """\
Attributes:
Name                Value
------------------  -------------
admin-state         enabled
private-ip-address  192.0.2.130
"""
GROUP = """\
Attributes:
Name                  Value
--------------------  --------------------------------
cache-mode            synchronous
detach-rule           winner cluster-1 after 5s
storage-at-clusters   [cluster-1, cluster-2]
"""
COMPONENTS = """\
Name       ID  Admin    Operational          Mgmt
---------  --  State    State                Connectivity
---------  --  -------  -------------------  ------------
cluster-1  1   enabled  in-contact           ok
server     -   enabled  clusters-in-contact  ok
"""
GROUP_PATH = "/clusters/cluster-1/consistency-groups/cg_db"


def rows_of(text: str, kind: str) -> tuple[list[ExportRecord], list[dict[str, Value]]]:
    observations = Observations()
    records = read_text(text, "vplex.txt", ("san", "vplex1", "vplex.txt"), 0, observations, ())
    return records, observations.rows(kind)


@pytest.mark.parametrize(
    "command",
    [
        "VPlexcli:/> ll /cluster-witness",
        "VPlexcli:/> ll -f /cluster-witness/",
        "VPlexcli:/> ll --full /cluster-witness",
        "VPlexcli:/cluster-witness> ll",
        'service@mgmt:~> vplexcli -q -e "ll /cluster-witness"',
        "ll /cluster-witness",
    ],
)
@pytest.mark.parametrize("blank", ["", "\n"])
def test_witness_named_by_the_command(command: str, blank: str) -> None:
    records, rows = rows_of(f"{command}\n{blank}{WITNESS}", "witness")
    assert [(r.format, r.unread_lines) for r in records] == [("vplex-ll-witness", 0)]
    assert [(row["configured"], row["enabled"]) for row in rows] == [(True, True)]


@pytest.mark.parametrize("command", [f"VPlexcli:/> ll {GROUP_PATH}", f"VPlexcli:{GROUP_PATH}> ll", f"ll {GROUP_PATH}"])
def test_consistency_group_named_by_the_command(command: str) -> None:
    records, rows = rows_of(f"{command}\n{GROUP}", "consistency_group")
    assert [(r.format, r.unread_lines) for r in records] == [("vplex-ll-consistency-groups", 0)]
    assert [(row["consistency_group"], row["detach_rule"], row["winner"]) for row in rows] == [
        ("cg_db", "winner", "cluster-1")
    ]


def test_several_commands_in_one_session() -> None:
    session = f"VPlexcli:/> ll /cluster-witness/components\n{COMPONENTS}\nVPlexcli:/> ll {GROUP_PATH}\n{GROUP}"
    records, rows = rows_of(session, "witness")
    assert [(r.format, r.unread_lines) for r in records] == [
        ("vplex-ll-witness", 0), ("vplex-ll-consistency-groups", 0),
    ]  # fmt: skip
    assert [row["connected"] for row in rows] == [True]


HEALTH = """\
  cluster-2 unhealthy Devices:
    Device Name    Health Indications
    -------------  ------------------
    dev_a          leg unhealthy

Director Firmware Uptime:
-------------------------
Director        Firmware Uptime
--------------  ----------------------------------------
director-1-1-A  110 days, 0 hours, 19 minutes, 3 seconds
director-1-1-B  110 days, 0 hours, 19 minutes, 3 seconds

Director OS Uptime:
-------------------
Director        OS Uptime
--------------  -----------------------
director-1-1-A  21:21pm  up 110 days
director-1-1-B  21:21pm  up 110 days

Inter-director Management Connectivity:
---------------------------------------
Director        Checking  Connectivity
                Enabled
--------------  --------  ------------
director-1-1-A  Yes       Healthy
director-1-1-B  Yes       Healthy

RecoverPoint:
-------------
Not Configured
"""


def test_titles_of_the_long_health_check() -> None:
    result = read("vplex-health-check", HEALTH, owner="vplex1")
    assert result.unread_lines == 0
    settings = {(row["scope"], row["setting"]): row["value"] for row in result.observations.rows("array_setting")}
    assert settings["director-1-1-A health-check", "connectivity"] == "healthy"
    assert settings["director-1-1-B health-check", "firmware-uptime"] == "110 days, 0 hours, 19 minutes, 3 seconds"
    assert settings["dev_a health-check", "health-indications"] == "leg unhealthy"
    assert settings["health-check recoverpoint", "state"] == "not configured"


MAP = """\
VPlexcli:/> vplex map
( virtual_volumes ): db01_vol
   (* devices ): dev_db01
      ( devices ): leg_1
         ( extents ): extent_db01_1
            ( storage_volumes ): VPD83T3:60000970000197200581533030434430
( virtual_volumes ): db02_vol
   (* devices ): dev_db01
      ( devices ): leg_1
         ( extents ): extent_db01_1
"""
HIERARCHY = """\
VPlexcli:/> show-use-hierarchy /clusters/cluster-1/devices/dev_db01
virtual-volume: db01_vol (cluster-1)
   local-device: dev_db01 (5G, raid-1, ok, cluster-1)
      local-device-component: leg_1 (5G, raid-0, ok, cluster-1)
         extent: extent_db01_1
"""


def test_a_device_that_is_stated_three_times_is_one_device() -> None:
    store = store_of({"vplex1/map.txt": MAP, "vplex1/hierarchy.txt": HIERARCHY})
    assert store.rows("SELECT cluster, vplex_device FROM vplex_device ORDER BY 2") == [
        ("cluster-1", "dev_db01"), ("cluster-1", "leg_1"),
    ]  # fmt: skip
    assert store.rows("SELECT cluster, vplex_device, component FROM device_component ORDER BY 2") == [
        ("cluster-1", "dev_db01", "leg_1"), ("cluster-1", "leg_1", "extent_db01_1"),
    ]  # fmt: skip
    assert store.rows("SELECT cluster, extent FROM extent") == [("cluster-1", "extent_db01_1")]
