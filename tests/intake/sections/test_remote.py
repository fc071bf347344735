"""Output of a command that a jump host sends elsewhere belongs to the other machine; prompts of programs are not hosts."""

from __future__ import annotations

import re

import pytest

from checker.intake.sections.remote import Remote, remote_of
from checker.intake.sections.split import split_commands
from tests.support import intake_of

MULTIPATH = """mpatha (360000970000192600123533030304131) dm-2 EMC,SYMMETRIX
size=100G features='1 queue_if_no_path' hwhandler='0' wp=rw
`-+- policy='service-time 0' prio=1 status=active
  |- 1:0:0:1 sdb 8:16 active ready running
  `- 2:0:0:1 sdc 8:32 active ready running
"""


POWERPATH = """Pseudo name=naa.60000970000192600123533030304131
Symmetrix ID=000192600123
Logical device ID=0A1
state=alive; policy=SymmOpt; queued-IOs=0
==============================================================================
--------------- Host ---------------   - Stor -  -- I/O Path --   -- Stats ---
###  HW Path               I/O Paths    Interf.  Mode     State   Q-IOs Errors
==============================================================================
   1 vmhba2                C0:T0:L1     FA  7eA  active   alive      0      0
"""


@pytest.mark.parametrize(("line", "host", "command"), [
    ("ssh db07 multipath -ll", "db07", "multipath -ll"),
    ("ssh root@db07 'multipath -ll | cat'", "db07", "multipath -ll | cat"),
    ("ssh -J jump02 -o StrictHostKeyChecking=no admin@db07.example.net multipath -ll", "db07.example.net", "multipath -ll"),
    ("ssh -tt -p2222 -i ~/.ssh/key db07 -- multipath -ll", "db07", "multipath -ll"),
    ("sudo -u ops ssh db07 lsblk", "db07", "lsblk"),
    ("sshpass -p secret ssh admin@sw1 switchshow", "sw1", "switchshow"),
    ("timeout 30 ssh ssh://admin@10.0.0.9:22 cfgshow", "10.0.0.9", "cfgshow"),
    ("ssh admin@[fe80::1]:22 cfgshow", "fe80::1", "cfgshow"),
    ("plink.exe -ssh -pw x admin@10.0.0.7 show flogi database", "10.0.0.7", "show flogi database"),
    ("LANG=C ssh db07", "db07", None),
    ("oc debug node/worker-3 -- chroot /host multipath -ll", "worker-3", "multipath -ll"),
    ("for h in db1 db2; do ssh $h multipath -ll; done", None, "multipath -ll"),
    ("for h in db1 db2; do echo == $h; ssh $h multipath -ll; done", None, "multipath -ll"),
    ("ssh $HOST multipath -ll", None, "multipath -ll"),
    ("ssh jump01 ssh db07 multipath -ll", "db07", "multipath -ll"),
    ("ssh -A jump01 'ssh root@jump02 \"ssh db07 lsblk\"'", "db07", "lsblk"),
    ("ssh jump01 ssh db07", "db07", None),
    ("tsh ssh root@db07 multipath -ll", "db07", "multipath -ll"),
    ("psexec \\\\hv01 -s mpclaim -s -d", "hv01", "mpclaim -s -d"),
    ("C:\\Tools\\PsExec64.exe -nobanner \\\\hv01 mpclaim -s -d", "hv01", "mpclaim -s -d"),
    ("Invoke-Command -ComputerName hv01 -ScriptBlock { mpclaim -s -d }", "hv01", "mpclaim -s -d"),
    ("Invoke-Command -ComputerName hv01, hv02 { mpclaim -s -d }", None, "mpclaim -s -d"),
    ("Invoke-Command -ComputerName $all { Get-Disk }", None, "Get-Disk"),
    ("Get-Disk -CimSession 'hv01'", "hv01", "Get-Disk -CimSession 'hv01'"),
    ("wmic /node:hv01 diskdrive list full", "hv01", "wmic /node:hv01 diskdrive list full"),
    ("wmic /node:hv01,hv02 diskdrive list full", None, "wmic /node:hv01,hv02 diskdrive list full"),
    ("rpowermt display dev=all host=esx07", "esx07", "rpowermt display dev=all host=esx07"),
    ("sudo /opt/emc/bin/rpowermt host=10.0.0.7 display", "10.0.0.7", "sudo /opt/emc/bin/rpowermt host=10.0.0.7 display"),
    ("rpowermt display dev=all host=$h", None, "rpowermt display dev=all host=$h"),
    ("esxcli -s esx07 storage core path list", "esx07", "esxcli -s esx07 storage core path list"),
    ("esxcli --server=vc1 --vihost=esx07 storage core path list", "esx07", "esxcli --server=vc1 --vihost=esx07 storage core path list"),
    ("vicfg-mpath.pl --server esx07 -l", "esx07", "vicfg-mpath.pl --server esx07 -l"),
])  # fmt: skip
def test_the_target_of_a_command_line(line: str, host: str | None, command: str | None) -> None:
    assert remote_of(line) == Remote(host, command)


@pytest.mark.parametrize("line", ["multipath -ll", "cat /etc/ssh/sshd_config", "grep ssh /var/log/messages", "ssh", "ssh -V", "",
                                  "for d in sda sdb; do sfdisk -d /dev/$d; done", "systemctl status sshd", "debug 1", "Get-Disk -CimSession localhost",
                                  "powermt display dev=all", "rpowermt version", "esxcli storage nmp satp rule list -s VMW_SATP_SYMM", "esxcfg-mpath -s off"])  # fmt: skip
def test_other_command_lines_run_where_the_prompt_is(line: str) -> None:
    assert remote_of(line) is None


@pytest.mark.parametrize(("prompt", "owner"), [
    ("[admin@jump01 ~]$ ssh db07 multipath -ll", "db07"),
    ("admin@jump01:~$ ssh root@db07 'multipath -ll'", "db07"),
    ("[root@db09 ~]# multipath -ll", "db09"),
    ("$ oc debug node/worker-3 -- chroot /host multipath -ll", "worker-3"),
    ("# kubectl debug node/worker-4 -it --image=tools -- chroot /host multipath -ll", "worker-4"),
    ("$ sudo ssh db11 multipath -ll", "db11"),
    ("db12:~ # multipath -ll", "db12"),
    ("db12:/var/log # multipath -ll", "db12"),
    ("db12:~$ multipath -ll", "db12"),
    ("[admin@jump01 ~]$ ssh jump02 ssh db07 multipath -ll", "db07"),
    ("[root@db13] / # multipath -ll", "db13"),
    ("[root@db13] ~ # multipath -ll", "db13"),
    ("[vi-admin@vma ~][esx07.one.example]$ multipath -ll", "esx07.one.example"),
])  # fmt: skip
def test_output_belongs_to_the_machine_that_the_command_ran_on(prompt: str, owner: str) -> None:
    (record,) = intake_of({"session.log": f"{prompt}\n{MULTIPATH}"}).records
    assert (record.format, record.owner, record.owner_basis) == ("linux-multipath-topology", owner, "prompt")


JUMP = "[admin@jump01 ~]$ "


@pytest.mark.parametrize(("text", "owners"), [
    (f"{JUMP}ssh db07\nLast login: Mon Jan  5\n# multipath -ll\n{MULTIPATH}# exit\n{JUMP}ssh db08\n# multipath -ll\n{MULTIPATH}", ["db07", "db08"]),
    (f"# hostname --fqdn\ndb07\n# multipath -ll\n{MULTIPATH}", ["db07"]),
    (f"$ sudo hostname\ndb07\n$ sudo multipath -ll\n{MULTIPATH}", ["db07"]),
    (f"# cat /etc/hostname\ndb07\n# multipath -ll\n{MULTIPATH}", ["db07"]),
    (f"# multipath -ll\n{MULTIPATH}# hostname\ndb07\n", ["db07"]),
    (f"# hostname\ndb07\n# multipath -ll\n{MULTIPATH}# hostname -s\ndb08\n# multipath -ll\n{MULTIPATH}", ["db07", "db08"]),
    (f"$ ssh db07\nssh: connect to host db07 port 22: Connection refused\n$ multipath -ll\n{MULTIPATH}", ["unknown host (session.log)"]),
    (f"$ ssh db07\nConnection to db07 closed.\n$ multipath -ll\n{MULTIPATH}", ["unknown host (session.log)"]),
    (f"{JUMP}ssh db07\n{JUMP}multipath -ll\n{MULTIPATH}", ["jump01"]),
    (f"[adm@db07 ~]$ sudo -i\n# multipath -ll\n{MULTIPATH}# exit\n[adm@db07 ~]$ logout\n", ["db07"]),
    (f"[adm@db07 ~]$ su - root\nPassword:\n# multipath -ll\n{MULTIPATH}", ["db07"]),
    (f"[adm@db07 ~]$ uptime\n# multipath -ll\n{MULTIPATH}", ["unknown host (session.log)"]),
    (f"$ ssh db07\n# multipath -ll\n{MULTIPATH}# exit\n$ multipath -ll\n{MULTIPATH}", ["db07", "unknown host (session.log)"]),
    (f"$ hostname\ndb07\n$ sudo su\n# multipath -ll\n{MULTIPATH}# exit\n$ multipath -ll\n{MULTIPATH}", ["db07", "db07"]),
])  # fmt: skip
def test_prompts_without_a_name_are_of_the_machine_logged_in_to(text: str, owners: list[str]) -> None:
    records = intake_of({"session.log": text}).records
    assert [one.owner for one in records if one.format not in (None, "unix-hostname")] == owners
    assert {one.owner for one in records if one.format == "unix-hostname"} <= set(owners)


def test_the_name_that_another_machine_prints_is_not_that_of_the_outputs_above_it() -> None:
    text = f"$ multipath -ll\n{MULTIPATH}$ ssh db08\n$ hostname\ndb08\n$ exit\n"
    found = {one.format: one.owner for one in intake_of({"session.log": text}).records}
    assert found["linux-multipath-topology"] == "unknown host (session.log)"


PAGED = ":" * 14


@pytest.mark.parametrize(("text", "owners"), [
    (f"==> db07.txt <==\n{MULTIPATH}\n==> db08.txt <==\n{MULTIPATH}", ["db07", "db08"]),
    (f"==> /tmp/db07/multipath.txt <==\n{MULTIPATH}\n==> /tmp/db08/multipath.txt <==\n{MULTIPATH}", ["db07", "db08"]),
    (f"{PAGED}\ndb07_multipath.txt\n{PAGED}\n{MULTIPATH}{PAGED}\ndb08_multipath.txt\n{PAGED}\n{MULTIPATH}", ["db07", "db08"]),
    (f"==> multipath.txt <==\n{MULTIPATH}", ["db09"]),
])  # fmt: skip
def test_files_printed_one_after_the_other_are_of_the_machines_that_they_are_named_after(
    text: str, owners: list[str]
) -> None:
    assert [record.owner for record in intake_of({"db09/all.txt": text}).records if record.format] == owners


def test_headings_of_sysfs_files_belong_to_their_format() -> None:
    text = "".join(f"==> /sys/class/fc_host/host{n}/port_name <==\n0x10000000c9aa000{n}\n\n" for n in (1, 2))
    assert [(one.format, one.owner) for one in intake_of({"db09/all.txt": text}).records] == [("linux-sysfs", "db09")]


def test_a_loop_over_hosts_is_not_one_host() -> None:
    text = f"[admin@jump01 ~]$ for h in db1 db2; do ssh $h multipath -ll; done\n{MULTIPATH}{MULTIPATH}"
    intake = intake_of({"session.log": text})
    assert [record.format for record in intake.records] == [None]
    assert "several or unnamed machines" in intake.records[0].notes[0][1]
    assert not list(intake.observations.chunks())


def test_what_names_itself_is_read_although_a_loop_printed_it() -> None:
    switch = "switchName:\tsw{0}\nswitchType:\t109.1\nswitchState:\tOnline\nswitchMode:\tNative\nswitchRole:\tPrincipal\n\
switchDomain:\t{0}\nswitchId:\tfffc0{0}\nswitchWwn:\t10:00:00:05:1e:00:00:0{0}\nzoning:\t\tON (cfg1)\nswitchBeacon:\tOFF\n\n"
    text = f"[admin@jump01 ~]$ for h in a b; do ssh $h switchshow; done\n{switch.format(1)}{switch.format(2)}"
    assert sorted(str(record.owner) for record in intake_of({"session.log": text}).records) == ["sw1", "sw2"]


@pytest.mark.parametrize("prompt", ["multipathd> show maps topology", "sudo> multipath -ll", "superuser> multipath -ll", "mysql> multipath -ll",
                                    "IBM_2145:admin> multipath -ll", "sftp> multipath -ll", "naviseccli> multipath -ll"])  # fmt: skip
def test_the_prompt_of_a_program_is_not_a_host(prompt: str) -> None:
    (record,) = [one for one in intake_of({"db07/session.log": f"{prompt}\n{MULTIPATH}"}).records if one.format]
    assert (record.owner, record.owner_basis) == ("db07", "path")


def prefixed(*hosts: str) -> str:
    return "".join(f"{host}: {line}\n" for host in hosts for line in MULTIPATH.splitlines())


def interleaved(*hosts: str) -> str:
    return "".join(f"{host}: {line}\n" for line in MULTIPATH.splitlines() for host in hosts)


RULER = "-" * 16
BLOCKS = "".join(f"{RULER}\n{host}\n{RULER}\n{MULTIPATH}" for host in ("db07", "db08"))
FAN_OUT = "[admin@jump01 ~]$ pdsh -w db[07-08] multipath -ll\n"


@pytest.mark.parametrize(("text", "owners", "lines"), [
    (prefixed("db07", "db08"), ["db07", "db08"], [1, 6]),
    (interleaved("db07", "db08"), ["db07", "db08"], [1, 2]),
    (FAN_OUT + prefixed("alpha", "beta"), ["alpha", "beta"], [2, 7]),
    (prefixed("alpha", "beta"), ["alpha", "beta"], [1, 6]),
    (interleaved("alpha", "beta"), ["alpha", "beta"], [1, 2]),
    (prefixed("alpha"), ["alpha"], [1]),
    (re.sub(r"(?m)^(\w+):", r"[\1]", prefixed("db07", "db08")), ["db07", "db08"], [1, 6]),
    (re.sub(r"(?m)^(\w+):", r"[\1] out:", interleaved("db07", "db08")), ["db07", "db08"], [1, 2]),
    (FAN_OUT.replace("\n", " | dshbak\n") + BLOCKS, ["db07", "db08"], [5, 13]),
    (f"{RULER}\ndb[07-09],x1\n{RULER}\n{MULTIPATH}", ["db07", "db08", "db09", "x1"], [4, 4, 4, 4]),
    (f"[1] 10:00:01 [SUCCESS] root@db07:22\n{MULTIPATH}[2] 10:00:02 [SUCCESS] db08\n{MULTIPATH}", ["db07", "db08"], [2, 8]),
    (f"[a@jump ~]$ ansible db -m shell -a 'multipath -ll'\ndb07 | CHANGED | rc=0 >>\n{MULTIPATH}", ["db07"], [3]),
    (f"db07 | CHANGED | rc=0 >>\n{MULTIPATH}\ndb08 | UNREACHABLE! => {{\n    \"changed\": false\n}}\ndb09 | CHANGED | rc=0 >>\n{MULTIPATH}", ["db07", "db09"], [2, 12]),
])  # fmt: skip
def test_output_of_many_machines_is_taken_apart(text: str, owners: list[str], lines: list[int]) -> None:
    intake = intake_of({"session.log": text})
    assert [(one.owner, one.first_line) for one in intake.records if one.format] == list(
        zip(owners, lines, strict=True)
    )
    assert not any(one.unread_lines for one in intake.records if one.format)
    rows = intake.observations.rows("path")
    assert len(rows) == 2 * len(owners)
    printed = text.splitlines()
    assert all(str(row["hctl"]) in printed[int(str(row["line"])) - 1] for row in rows)
    assert all(str(row["host"]) in printed[int(str(row["line"])) - 1] for row in rows) or ": mpatha" not in text


def test_words_before_other_lines_are_no_machines() -> None:
    lines = ["name: vol1", "size: 10", "state: good"] * 4
    assert not any(one.owner in ("name", "size") for one in intake_of({"session.log": "\n".join(lines) + "\n"}).records)


@pytest.mark.parametrize("names", ["db[1-2000]", "db[1-1000],web[1-1000]", "a[1-40]b[1-40]"])
def test_a_heading_with_too_many_names_says_which_are_not_read(names: str) -> None:
    records = [
        one for one in intake_of({"session.log": f"{RULER}\n{names}\n{RULER}\n{MULTIPATH}"}).records if one.format
    ]
    assert len(records) == 1024
    assert all(re.fullmatch(r"[a-z]+\d+(?:b\d+)?", str(one.owner)) for one in records)
    assert [one for one in records if one.notes] == records[-1:]
    assert records[-1].notes[0][1] == (
        f"the heading names more than 1,024 machines; those after {records[-1].owner} are not read: split the file"
    )


def test_output_of_many_machines_that_names_none_is_skipped() -> None:
    intake = intake_of({"session.log": FAN_OUT + MULTIPATH})
    assert [one.format for one in intake.records] == [None]


@pytest.mark.parametrize(
    "text", ["id: 1\nname: a\nid: 2\nname: b\n" * 9, "sda1: x\nsda2: y\n", "Port: 1\nPort: 2\nPort: 3\n"]
)
def test_keys_are_not_machines(text: str) -> None:
    assert [part.host for part in split_commands(text)] == [None]


MPCLAIM = """For more information about a particular disk, use 'mpclaim -s -d #' where # is the MPIO disk number.

MPIO Disk    System Disk  LB Policy    DSM Name
-------------------------------------------------------------------------------
MPIO Disk0   Disk 1       RR           Microsoft DSM
"""


@pytest.mark.parametrize("text", [
    "PS C:\\> Enter-PSSession hv01\n[hv01]: PS C:\\Users\\adm> mpclaim -s -d\n{}[hv01]: PS C:\\Users\\adm> exit\n",
    "PS C:\\> Invoke-Command -ComputerName hv01 -ScriptBlock {{ mpclaim -s -d }}\n{}",
    "C:\\>psexec \\\\hv01 mpclaim -s -d\n\n{}\nmpclaim exited on hv01 with error code 0.\n",
])  # fmt: skip
def test_output_of_a_windows_host_that_a_command_asks_from_elsewhere(text: str) -> None:
    owners = {record.owner for record in intake_of({"session.log": text.format(MPCLAIM)}).records if record.format}
    assert owners == {"hv01"}


@pytest.mark.parametrize("text", [
    "PS C:\\> hostname\nhv01\nPS C:\\> mpclaim -s -d\n{}",
    "C:\\Users\\adm>hostname\nhv01\n\nC:\\Users\\adm>mpclaim -s -d\n{}",
    "PS C:\\Users\\adm> $env:COMPUTERNAME\nhv01\nPS C:\\Users\\adm> mpclaim -s -d\n{}",
    "C:\\>echo %COMPUTERNAME%\nhv01\nC:\\>mpclaim -s -d\n{}",
])  # fmt: skip
def test_a_windows_session_is_of_the_machine_whose_name_it_prints(text: str) -> None:
    records = intake_of({"session.log": text.format(MPCLAIM)}).records
    assert [one.owner for one in records if one.format == "windows-mpclaim"] == ["hv01"]
    assert {one.owner for one in records} == {"hv01"}


def test_after_a_session_on_another_windows_host_the_machine_is_unknown() -> None:
    there = (
        "PS C:\\> Enter-PSSession hv01\n[hv01]: PS C:\\Users\\adm> mpclaim -s -d\n{}[hv01]: PS C:\\Users\\adm> exit\n"
    )
    text = f"{there}PS C:\\> mpclaim -s -d\n{{}}".format(MPCLAIM, MPCLAIM)
    # The file may be named after the machine that was logged in to.
    for name in ("session.log", "hv01.log"):
        owners = [record.owner for record in intake_of({name: text}).records if record.format]
        assert owners == ["hv01", f"unknown host ({name})"]


def test_output_of_several_windows_hosts_is_not_that_of_one() -> None:
    text = f"PS C:\\> Invoke-Command -ComputerName hv01,hv02 {{ mpclaim -s -d }}\n{MPCLAIM}{MPCLAIM}"
    assert not [record.owner for record in intake_of({"session.log": text}).records if record.format]


def test_paths_that_rpowermt_lists_from_a_management_host_are_of_each_esx_host() -> None:
    paths = "\n".join(
        f"[root@mgmt01 ~]# rpowermt display dev=all host={host}\n{POWERPATH}" for host in ("esx07", "esx08")
    )
    records = intake_of({"rpowermt.log": paths}).records
    assert [(one.format, one.owner) for one in records] == [
        ("powerpath-display-dev", "esx07"),
        ("powerpath-display-dev", "esx08"),
    ]
