"""What Linux calls the states of an NVMe path: of its controller (``live``), and of the namespace behind it (``optimized``).

The words are those of the kernel (drivers/nvme/host/sysfs.c: states of a controller; multipath.c: ANA states). Native
multipathing sends I/O over a path whose controller is live and whose ANA state is optimised or non-optimised.
"""

from __future__ import annotations

from typing import NamedTuple

OWNER = "nvme"
"""What owns a device under the kernel's own NVMe multipathing."""
_CONTROLLER = {
    "live": "active",
    "new": "unavailable",
    "connecting": "dead",
    "deleting": "dead",
    "deleting (no IO)": "dead",
    "dead": "dead",
}
_ANA = {
    "optimized": ("active", True),
    "non-optimized": ("active", False),
    "inaccessible": ("unavailable", None),
    "persistent-loss": ("dead", None),
}


class NvmeState(NamedTuple):
    """State of a path in the words of the model, whether it is optimised, and the two states as printed."""

    state: str
    optimised: bool | None
    text: str | None


def nvme_state(controller: str | None, ana: str | None) -> NvmeState:
    """Return the state of a path; a state that leaves open whether I/O flows (``resetting``, ``change``) is unknown."""
    text = " ".join(word for word in (ana, controller) if word) or None
    state = _CONTROLLER.get(controller or "", "unknown")
    if state != "active":
        return NvmeState(state, None, text)
    if ana is None:
        return NvmeState("active", None, text)
    told, optimised = _ANA.get(ana, ("unknown", None))
    return NvmeState(told, optimised, text)
