"""States of an NVMe path under Linux: of its controller (``live``), and of the namespace on it (``optimized``).

The words are those of the kernel (drivers/nvme/host/sysfs.c: states of a controller; multipath.c: ANA states). Native
multipathing sends I/O over a path whose controller is live and whose ANA state is optimised or non-optimised.
"""

from __future__ import annotations

from typing import NamedTuple

OWNER = "nvme"
"""Owner of a device under the kernel's native NVMe multipathing."""
_CONTROLLER = {
    "live": "active", "new": "unavailable", "connecting": "dead", "deleting": "dead", "deleting (no IO)": "dead",
    "dead": "dead",
}  # fmt: skip
_ANA = {
    "optimized": ("active", True),
    "non-optimized": ("active", False),
    "inaccessible": ("unavailable", None),
    "persistent-loss": ("dead", None),
}


class NvmeState(NamedTuple):
    """Normalised state of a path, whether it is optimised, and the two states as printed."""

    state: str
    optimised: bool | None
    text: str | None


def nvme_state(controller: str | None, ana: str | None) -> NvmeState:
    """Return the state of a path; unknown for states that may or may not carry I/O (``resetting``, ``change``)."""
    text = " ".join(word for word in (ana, controller) if word) or None
    state = _CONTROLLER.get(controller or "", "unknown")
    if state != "active":
        return NvmeState(state, None, text)
    if ana is None:
        return NvmeState("active", None, text)
    ana_state, optimised = _ANA.get(ana, ("unknown", None))
    return NvmeState(ana_state, optimised, text)
