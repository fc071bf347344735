"""Which way scripts of a platform are written."""

from __future__ import annotations

from checker.fix.render import fos, lines, nxos, powershell, shell
from checker.fix.render.base import Renderer

_BY_PLATFORM = {
    **dict.fromkeys(("linux", "esxi", "aix", "hpux", "solaris", "shell", "symcli", "naviseccli"), shell.RENDERER),
    **dict.fromkeys(("powershell", "powercli"), powershell.RENDERER),
    "brocade": fos.RENDERER,
    "cisco-mds": nxos.RENDERER,
}


def renderer(platform: str) -> Renderer:
    """The renderer of a platform; a list of lines to paste where there is no better way."""
    return _BY_PLATFORM.get(platform, lines.RENDERER)
