"""Serial numbers of Dot Hill volumes (HPE MSA, Dell ME, Lenovo DS), which contain all digits of the LUN id.

00c0ff26c4ea0000fa80546101000000 is the serial number of naa.600c0ff00026c4eafa80546101000000.
"""

from __future__ import annotations

import re

_SERIAL = re.compile(r"00c0ff([0-9a-f]{6})0000([0-9a-f]{16})\Z")
_DEVICE = re.compile(r"600c0ff000([0-9a-f]{6})([0-9a-f]{16})\Z")


def device_of(serial: str) -> str | None:
    """Return the 32 digits of the LUN id of a volume with a serial number in lower case; None if it has another form."""
    found = _SERIAL.match(serial)
    return f"600c0ff000{found.group(1)}{found.group(2)}" if found else None


def serial_of(device: str) -> str | None:
    """Return the serial number of the volume with a LUN id of 32 digits in lower case; None if it has another form."""
    found = _DEVICE.match(device)
    return f"00c0ff{found.group(1)}0000{found.group(2)}" if found else None
