"""Collection scripts: the commands to run on each platform to collect everything that sanlint can read.

Depends on no other package. The scripts themselves are in ``scripts``.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


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

    def ssh_script(self) -> str:
        """Return a shell script that runs the list over ssh."""
        commands = "\n".join(self.commands)
        return _read("ssh.sh").replace("@PLATFORM@", self.platform).replace("@COMMANDS@", commands)


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
    )
}
"""Scripts by platform name."""
