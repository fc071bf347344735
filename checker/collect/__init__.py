"""Collection scripts: what to run on each platform so that sanlint has everything it can read."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Script:
    """One platform's script or list of commands.

    ``over_ssh`` is TRUE where a shell script can run the list on the devices.
    """

    platform: str
    file: str
    summary: str
    over_ssh: bool = False

    @property
    def text(self) -> str:
        """The script as printed."""
        return _read(self.file)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands of a list; empty for a script."""
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
"""Every platform's script by the platform's name."""
