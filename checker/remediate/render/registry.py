"""Select the renderer of a platform."""

from __future__ import annotations

from checker.remediate.render import fos, lines, nxos, powershell, shell
from checker.remediate.render.base import Renderer

_BY_PLATFORM = {
    **dict.fromkeys(("linux", "esxi", "aix", "hpux", "solaris", "shell", "symcli", "naviseccli"), shell.RENDERER),
    **dict.fromkeys(("powershell", "powercli"), powershell.RENDERER),
    "brocade": fos.RENDERER,
    "cisco-mds": nxos.RENDERER,
}


def renderer(platform: str) -> Renderer:
    """Return the renderer of a platform; the fallback is a list of lines to paste."""
    return _BY_PLATFORM.get(platform, lines.RENDERER)
