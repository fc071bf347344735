"""A command that a shell did not find is reported as that, not as text that no reader recognised."""

from __future__ import annotations

import pytest

from tests.support import intake_of

LSBLK = "NAME   MAJ:MIN RM  SIZE RO TYPE  MOUNTPOINT\nsda      8:0    0   80G  0 disk\n"


@pytest.mark.parametrize(("text", "name"), [
    ("bash: multipath: command not found\n", "multipath"),
    ("-bash: powermt: command not found...\n", "powermt"),
    ("bash: /sbin/multipath: No such file or directory\n", "multipath"),
    ("-sh: systool: not found\n", "systool"),
    ("sh: 1: nvme: not found\n", "nvme"),
    ("ksh: lsmpio:  not found.\n", "lsmpio"),
    ("/usr/bin/ksh: line 3: lsmpio: not found\n", "lsmpio"),
    ("zsh: command not found: upadmin\n", "upadmin"),
    ("sudo: multipath: command not found\n", "multipath"),
    ("rbash: porterrshw: command not found\n", "porterrshw"),
    ("nohup: ‘iostat’: command not found\n", "iostat"),
    ("fcinfo: Command not found.\n", "fcinfo"),
    ("Command 'multipath' not found, but can be installed with:\n\nsudo apt install multipath-tools\n", "multipath"),
    ("'mpclaim' is not recognized as an internal or external command,\noperable program or batch file.\n", "mpclaim"),  # codespell:ignore recognized
    ("mpclaim : The term 'mpclaim' is not recognized as the name of a cmdlet, function,\nor operable program.\n", "mpclaim"),  # codespell:ignore recognized
])  # fmt: skip
def test_a_command_that_is_not_installed_is_the_reason(text: str, name: str) -> None:
    (alone,) = intake_of({"db07.txt": text}).records
    assert (alone.format, alone.notes) == (None, [(1, f"{name}: command not found")])
    session = f"[root@db07 ~]# {name} -x\n{text}[root@db07 ~]# lsblk\n{LSBLK}"
    missing, read = intake_of({"session.log": session}).records
    assert (missing.notes, read.format, read.owner) == ([(2, f"{name}: command not found")], "linux-lsblk", "db07")


@pytest.mark.parametrize("text", ["bash: warning: setlocale: cannot change locale\n", "device not found\n", "zone z1: not found\n"])  # fmt: skip
def test_other_texts_are_no_missing_commands(text: str) -> None:
    session = f"[root@db07 ~]# tool -x\n{text}[root@db07 ~]# lsblk\n{LSBLK}"
    assert intake_of({"session.log": session}).records[0].notes == [(2, "line 2 not recognised")]
