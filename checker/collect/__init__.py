"""Collection scripts: the commands to run on each platform to collect everything that sanlint can read.

Depends on no other package. The scripts themselves are in ``scripts``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_OUTPUT = re.compile(r'LC_ALL=C | *>>?(?:"[^"]*"|\S+)| -f CSV -o \S+| -out \S+')


@dataclass(frozen=True)
class Script:
    """The script or command list for one platform.

    ``over_ssh`` is TRUE if a shell script can run the list on the devices.
    """

    platform: str
    file: str
    summary: str
    over_ssh: bool = False

    @property
    def text(self) -> str:
        """Return the text of the script."""
        return _read(self.file)

    @property
    def commands(self) -> tuple[str, ...]:
        """Return the commands of a list; empty for a script."""
        if not self.file.endswith(".txt"):
            return ()
        return tuple(line for line in self.text.splitlines() if line and not line.startswith("#"))

    @property
    def first(self) -> str:
        """Return the first command of a list, without where it writes its output."""
        return _OUTPUT.sub("", self.commands[0])

    def ssh_script(self) -> str:
        """Return a shell script that runs the list over ssh."""
        commands = "\n".join(self.commands)
        return _read("ssh.sh").replace("@PLATFORM@", self.platform).replace("@COMMANDS@", commands)


def position(platform: str, command: str) -> int | None:
    """Return the line at which the script of a platform runs a command; None if it does not, or there is no script.

    The words of the command occur in one line in this order (``<disk>`` stands for anything), or one of its file patterns
    does: scripts read ``/sys`` in a way of their own.
    """
    if platform not in SCRIPTS:
        return None
    parts = [[word for word in _words(part) if not word.startswith("<")] for part in command.split(";")]
    patterns = [word for word in _words(command) if word.startswith(("/sys/", "/etc/"))]
    lines, numbers = _script_words(platform)
    first = [part[0] for part in parts if part]
    # Most lines are of other commands.
    for number in sorted({number for word in (*first, *patterns) for number in numbers.get(word, ())}):
        words = lines[number]
        if any(_in_order(part, words) for part in parts if part) or any(one in words for one in patterns):
            return number
    return None


@cache
def _script_words(platform: str) -> tuple[list[list[str]], Mapping[str, list[int]]]:
    """Return the words of each line of a script, none of comments, and the numbers of the lines that contain a word."""
    lines = [[] if line.lstrip().startswith("#") else _words(line) for line in SCRIPTS[platform].text.splitlines()]
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for number, words in enumerate(lines):
        for word in set(words):
            numbers[word].append(number)
    return lines, numbers


def _words(text: str) -> list[str]:
    return re.sub(r"""["'`{}();|]""", " ", text).split()


def _in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    rest = iter(words)
    return all(word in rest for word in wanted)


def _read(name: str) -> str:
    return files("checker.collect").joinpath("scripts", name).read_text(encoding="utf-8")


SCRIPTS = {
    script.platform: script
    for script in (
        Script("esxi", "esxi.sh", "a shell script for an ESXi host"),
        Script("linux", "linux.sh", "a shell script for a Linux host, run as root"),
        Script("windows", "windows.ps1", "a PowerShell script for a Windows host"),
        Script("powercli", "powercli.ps1", "a PowerCLI script for all hosts of a vCenter"),
        Script("brocade", "brocade.txt", "the commands for a Brocade switch", over_ssh=True),
        Script("cisco-mds", "cisco-mds.txt", "the commands for a Cisco MDS switch", over_ssh=True),
        Script("vplex", "vplex.txt", "the commands for VPlexcli"),
        Script("xtremio", "xtremio.txt", "the commands for xmcli, and the REST requests"),
        Script("symmetrix", "symmetrix.sh", "a shell script for a host with Solutions Enabler"),
        Script("aix", "aix.sh", "a shell script for an AIX host or a VIOS"),
        Script("3par", "arrays/3par.txt", "the commands for an HPE 3PAR, Primera or Alletra 9000"),
        Script("dothill", "arrays/dothill.txt", "the commands for an HPE MSA, Dell PowerVault ME or Lenovo DS"),
        Script("ds8000", "arrays/ds8000.txt", "the commands for an IBM DS8000, in dscli"),
        Script("eseries", "arrays/eseries.txt", "the command for a NetApp E-Series, Lenovo DE or Dell MD"),
        Script("eternus", "arrays/eternus.txt", "the commands for a Fujitsu ETERNUS DX or AF"),
        Script("hitachi", "arrays/hitachi.txt", "the commands of CCI for a Hitachi VSP or HPE XP"),
        Script("infinidat", "arrays/infinidat.txt", "the REST requests for an Infinidat InfiniBox"),
        Script("netapp", "arrays/netapp.txt", "the commands for NetApp ONTAP"),
        Script("nimble", "arrays/nimble.txt", "the REST requests for an HPE Nimble or Alletra 5000/6000"),
        Script("oceanstor", "arrays/oceanstor.txt", "the commands for a Huawei OceanStor"),
        Script("pure", "arrays/pure.txt", "the commands for a Pure FlashArray"),
        Script("svc", "arrays/svc.txt", "the commands for an IBM SVC, Storwize or FlashSystem"),
    )
}
"""Scripts by platform name."""

TRIAGE = {
    script.platform: script
    for script in (
        Script("esxi", "triage/esxi.txt", "latency of volumes and adapters of an ESXi host"),
        Script("linux", "triage/linux.txt", "latency of the disks of a Linux host"),
        Script("windows", "triage/windows.txt", "latency of the disks of a Windows host"),
        Script("solaris", "triage/solaris.txt", "latency of the disks of a Solaris host"),
        Script("aix", "triage/aix.txt", "latency of the disks of an AIX host"),
        Script("hpux", "triage/hpux.txt", "latency of the disks of an HP-UX host"),
        Script(
            "brocade", "triage/brocade.txt", "counters of the ports of a Brocade switch, twice, and what it noticed"
        ),
        Script(
            "cisco-mds",
            "triage/cisco-mds.txt",
            "counters of the ports of a Cisco MDS switch, twice, and what it noticed",
        ),
        Script("vplex", "triage/vplex.txt", "latency and load of directors and virtual volumes"),
        Script("pure", "triage/pure.txt", "response time of the volumes of a Pure FlashArray"),
        Script("clariion", "triage/clariion.txt", "response time of the LUNs of a CLARiiON or VNX"),
        Script("3par", "triage/3par.txt", "response time of the volumes of a 3PAR, Primera or Alletra 9000"),
        Script("hitachi", "triage/hitachi.txt", "response time of the volumes of a Hitachi VSP or HPE XP"),
        Script("netapp", "triage/netapp.txt", "response time of the LUNs of ONTAP"),
        Script("powerstore", "triage/powerstore.txt", "response time of the volumes of a PowerStore"),
        Script("svc", "triage/svc.txt", "response time of the volumes of an SVC, Storwize or FlashSystem"),
        Script("symmetrix", "triage/symmetrix.txt", "response time of the volumes of a VMAX or PowerMax"),
        Script("unity", "triage/unity.txt", "response time of the LUNs of a Unity or VNXe"),
    )
}
"""What to collect for triage while it is slow, by platform name."""
