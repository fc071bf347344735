"""``show environment`` and ``show module``: the state of each part, in the layouts of several generations."""

from __future__ import annotations

from tests.readers.harness import read

OLDER = """\
Clock:
----------------------------------------------------------
Clock           Model                Hw         Status
----------------------------------------------------------
A               DS-C9500-CL          0.0        ok/active

Fan:
------------------------------------------------------
Fan             Model                Hw         Status
------------------------------------------------------
Chassis-1       DS-9SLOT-FAN         0.0        ok
PS-1            --                   --         failure
PS-2            --                   --         absent

Temperature
-----------------------------------------------------------------
Module   Sensor     MajorThresh   MinorThres   CurTemp     Status
                    (Celsius)     (Celsius)    (Celsius)
-----------------------------------------------------------------
1        Outlet-1   75            60           -4          ok
1        Intake 2   65            50           N/A         minalarm

Power Supply:
Voltage: 42 Volts
-----------------------------------------------------
PS  Model                Power       Power     Status
                        (Watts)     (Amp)
-----------------------------------------------------
1   DS-CAC-2500W         1153.32     27.46     ok
2   --                   --          --        fail/shutdown

Mod Model                Power     Power       Power     Power       Status
                         Requested Requested   Allocated Allocated
                         (Watts)   (Amp)       (Watts)   (Amp)
--- -------------------  -------   ----------  --------- ----------  ----------
1   DS-X9032              199.92    4.76        199.92    4.76        powered-up
"""
NEWER = """\
Fan:
---------------------------------------------------------------------------
Fan             Model                Hw     Direction       Status
---------------------------------------------------------------------------
Fan1(sys_fan1)  DS-C48S-FAN          --     front-to-back   Ok
Fan_in_PS2      --                   --     front-to-back   Failure
Fan Zone Speed: Zone 1: 0x7f
"""
MODULES = """\
Mod  Ports  Module-Type                         Model              Status
---  -----  ----------------------------------- ------------------ ----------
1    48     2/4/8/10/16 Gbps Advanced FC Module DS-X9448-768K9     ok
2    48     4/8/16/32 Gbps Advanced FC Module   DS-X9648-1536K9    powered-dn
5    0      Supervisor Module-3                 DS-X97-SF1-K9      active *

Mod  Sw               Hw
---  ---------------  ------
1    8.4(2c)          1.2

Xbar Ports  Module-Type                         Model              Status
---  -----  ----------------------------------- ------------------ ----------
2    0      Fabric Module 1                     DS-X9706-FAB1      failure
"""


def states(command: str, text: str) -> dict[str, str]:
    """The states of parts by their names; every line of the text is read or known."""
    result = read(f"nxos-{command}", text, owner="mds7")
    assert result.unread_lines == 0
    return {
        str(row["setting"]).removeprefix("state of "): str(row["value"])
        for row in result.observations.rows("fabric_setting")
    }


def test_all_parts_of_an_older_director() -> None:
    assert states("show-environment", OLDER) == {
        "fan Chassis-1": "ok",
        "fan PS-1": "failure",
        "fan PS-2": "absent",
        "temperature sensor 1 Outlet-1": "ok",
        "temperature sensor 1 Intake 2": "minalarm",
        "power supply 1": "ok",
        "power supply 2": "fail/shutdown",
    }


def test_a_table_alone_with_the_direction_of_air() -> None:
    assert states("show-environment", NEWER) == {"fan Fan1 (sys_fan1)": "ok", "fan Fan_in_PS2": "failure"}


def test_modules_and_fabric_modules() -> None:
    assert states("show-module", MODULES) == {
        "module 1": "ok",
        "module 2": "powered-dn",
        "module 5": "active",
        "fabric module 2": "failure",
    }
