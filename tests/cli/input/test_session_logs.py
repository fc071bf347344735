"""Logs of terminal sessions: the dialogue before the first command is no export, and what is not known is named by its lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PUTTY = "=~=~=~=~=~=~=~=~=~=~=~= PuTTY log 2026.01.15 08:00:00 =~=~=~=~=~=~=~=~=~=~=~=\n"
OUTPUT = """\
[root@esx01:~] esxcli system hostname get
   Domain Name: example.org
   Fully Qualified Domain Name: esx01.example.org
   Host Name: esx01
[root@esx01:~] esxcli system version get
   Product: VMware ESXi
   Version: 6.7.0
   Build: Releasebuild-14320388
   Update: 3
   Patch: 73
"""
ESX = """\
login as: root
root@esx01's password:
The time and date of this login have been sent to the system logs.

WARNING:
   All commands run on the ESXi shell are logged and may be included in
   support bundles. Do not provide passwords directly on the command line.

The ESXi Shell can be disabled by an administrative user. See the
vSphere Security documentation for more information.
"""
SITE = """\
Using keyboard-interactive authentication.
Password:
###########################################################
#  Property of Example Corp. Authorised users only!       #
#  Changes only in the window Sat 22:00. Ask ext. 4711.   #
###########################################################
Last login: Thu Jan 15 07:58:12 2026 from 192.0.2.7
"""
Run = Callable[..., Any]
NXOS = """\
User Access Verification
login as: operator
Cisco Nexus Operating System (NX-OS) Software
TAC support: http://www.cisco.com/tac
Copyright (c) 2002-2024, Cisco Systems, Inc. All rights reserved.

mds-e1# terminal length 0
mds-e1# show fcns database

VSAN 30:
--------------------------------------------------------------------------
FCID        TYPE  PWWN                    (VENDOR)        FC4-TYPE:FEATURE
--------------------------------------------------------------------------
0x1e0000    N     10:00:00:90:fa:30:00:01 (Emulex)        scsi-fcp:init

Total number of entries = 1
"""


def read_line(sanlint: Run, tmp_path: Path, text: str) -> tuple[str, int]:
    (tmp_path / "session.log").write_text(text)
    given = (str(tmp_path / "session.log"), "--isolated", "--jobs", "1", "--select", "DOC")
    out = sanlint("check", *given).out
    read = " ".join(out[out.index("Read ") : out.index("Evaluated ")].split())
    return read, sanlint("check", *given, "--strict", "--exit-zero").code


@pytest.mark.parametrize(
    "text",
    [
        ESX + OUTPUT,
        PUTTY + ESX + OUTPUT,
        PUTTY + SITE + OUTPUT,
        OUTPUT + "[root@esx01:~] exit\nlogout\n",
        OUTPUT + "[root@esx01:~] hostname\nesx01\n",
        NXOS,
    ],
)
def test_dialogues_and_banners_are_no_exports(sanlint: Run, tmp_path: Path, text: str) -> None:
    read, code = read_line(sanlint, tmp_path, text)
    assert "not recognised" not in read
    assert "partly" not in read
    assert code == 0


def test_other_text_before_the_first_command_is_named_by_its_lines(sanlint: Run, tmp_path: Path) -> None:
    table = "Port  WWN of the neighbour\n----  -----------------------\n1     10:00:00:00:c9:01:01:02\n2     10:00:00:00:c9:01:01:03\n"
    read, code = read_line(sanlint, tmp_path, PUTTY + table + OUTPUT)
    assert "1 only partly read" in read
    assert "(lines 2\u20135 not recognised)" in read
    assert code == 3


def test_further_parts_that_were_not_read_are_counted(sanlint: Run, tmp_path: Path) -> None:
    table = "Port  WWN of the neighbour\n----  -----------------------\n1     10:00:00:00:c9:01:01:02\n2     10:00:00:00:c9:01:01:03\n"
    read, code = read_line(sanlint, tmp_path, table + OUTPUT + "[root@esx01:~] show neighbours\n" + table)
    assert "1 only partly read" in read
    assert "(lines 1\u20134 not recognised and 1 more part)" in read
    assert code == 3
