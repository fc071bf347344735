"""The naming scheme of VPLEX directors and their ports (VS1 and VS2 generations).

A director id such as ``0x0000000046e0124b`` fixes the node name of the director and the world wide name of each of its
ports, so that a port seen from a host, a switch or a storage view can be joined without an export of VPLEX itself::

    node name   5000144 0 iiiiiiii            iiiiiiii = low 32 bits of the id
    port name   5000144 2 n sssss m p         sssss = low 20 bits, m = I/O module, p = port
                                              n = (((id >> 22) & 7) << 1) | ((id >> 20) & 1)

Director B is director A with the lowest bit of ``n`` set. Source: formats-fabric-arrays, "VPLEX in detail", section 1.
Metro node (``IO-00``) names its ports differently and is not covered: its names yield None.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PORT_NAME = re.compile(r"P([0-9A-Fa-f]{16})-(?:([AB])([0-9A-Fa-f])-[A-Z]{2}([0-9]{2})|(IO-[0-9]{2}))\Z")
_DIRECTOR_ID = re.compile(r"(?:0x)?([0-9A-Fa-f]{1,16})\Z")
PORT_PREFIX = "50001442"
NODE_PREFIX = "50001440"
"""The first digits of every VPLEX port and node name."""

# Modules of VS2 directors. First-generation directors (ids that begin with 3c, so n is 4 or 5) arrange them otherwise.
_VS2_ROLES = {0: "front-end", 1: "back-end", 2: "wan-com", 3: "local-com"}
_FIRST_VS2_NIBBLE = 6
# Directors of known generations: ids that begin with 3c to 3f (n is 4 or 5), 46 (n is 6 or 7) or 47 (n is 8 or 9).
_KNOWN_NIBBLES = (4, 5, 6, 7, 8, 9)
_NIBBLE, _MODULE = "substr(wwpn, 9, 1)", "substr(wwpn, 15, 1)"
MACROS = {
    "vplex_letter(wwpn)": f"CASE WHEN starts_with(wwpn, '{PORT_PREFIX}') THEN CASE {_NIBBLE} "
    + " ".join(f"WHEN '{nibble}' THEN '{'AB'[nibble & 1]}'" for nibble in _KNOWN_NIBBLES)
    + " END END",
    "vplex_role(wwpn)": f"CASE WHEN starts_with(wwpn, '{PORT_PREFIX}') AND {_NIBBLE} BETWEEN '{_FIRST_VS2_NIBBLE}' AND 'f' "
    f"THEN CASE {_MODULE} "
    + " ".join(f"WHEN '{module}' THEN '{role}'" for module, role in _VS2_ROLES.items())
    + " END END",
}
"""SQL macros by their heads: letter of the director and role of the port; NULL for names that do not show it."""


@dataclass(frozen=True)
class PortName:
    """A parsed VPLEX target port name such as ``P0000000046E0124B-A0-FC00``.

    ``letter``, ``module`` and ``port_number`` are None for metro node ports (``IO-00``).
    """

    director_id: str
    hardware_port: str
    letter: str | None = None
    module: int | None = None
    port_number: int | None = None


@dataclass(frozen=True)
class VplexPort:
    """What the WWN of a VPLEX port identifies.

    ``pair`` is equal for the A and the B director of one engine and differs between engines; ``director`` is equal for
    all ports of one director. ``role`` is None if the module layout is unknown.
    """

    pair: str
    director: str
    letter: str
    module: int
    port_number: int
    role: str | None


def normal_director_id(text: str | None) -> str | None:
    """Return a director id as 16 lower-case hex digits, or None for any other text (``-1``, ``-``).

    Ids are printed with leading zeros to 16 digits; if there are fewer, the end of the id was cut off.
    """
    match = _DIRECTOR_ID.match(text.strip()) if text else None
    if match is None or (match.group(1).startswith("00") and len(match.group(1)) < 16):
        return None
    digits = match.group(1).lower().zfill(16)
    return digits if digits.strip("0") else None


def parse_port_name(name: str) -> PortName | None:
    """Parse a target port name; return None if it is not a VPLEX port name."""
    match = _PORT_NAME.match(name.strip())
    if match is None:
        return None
    director_id, letter, module, number, io_port = match.groups()
    if io_port is not None:
        return PortName(director_id.lower(), io_port)
    hardware = name.strip()[18:]
    return PortName(director_id.lower(), hardware, letter, int(module, 16), int(number))


def node_wwn(director_id: str) -> str | None:
    """Return the node name of a director, 16 hex digits, or None if the id is not valid."""
    digits = normal_director_id(director_id)
    return None if digits is None else NODE_PREFIX + digits[8:]


def port_wwpn(director_id: str, module: int, port_number: int) -> str | None:
    """Return the world wide name of one port, or None if the id is not valid or a number needs more than one digit."""
    digits = normal_director_id(director_id)
    if digits is None or not 0 <= module <= 15 or not 0 <= port_number <= 15:
        return None
    identity = int(digits, 16) & 0xFFFFFFFF
    nibble = (((identity >> 22) & 7) << 1) | ((identity >> 20) & 1)
    return f"{PORT_PREFIX}{nibble:x}{identity & 0xFFFFF:05x}{module:x}{port_number:x}"


def wwpn_of_port_name(name: str) -> str | None:
    """Return the world wide name of the port called ``P<director id>-A0-FC00``, or None for other names."""
    parts = parse_port_name(name)
    if parts is None or parts.module is None or parts.port_number is None:
        return None
    return port_wwpn(parts.director_id, parts.module, parts.port_number)


def letter_of_director_id(director_id: str | None) -> str | None:
    """Return A or B for the id of a VS1 or VS2 director, else None.

    Only ids whose low 32 bits begin with 3c to 3f, 46 or 47 follow this scheme; metro node numbers its directors
    otherwise (``2d6000e0`` and ``2d6000e1`` are A and B).
    """
    digits = normal_director_id(director_id)
    if digits is None or digits[:8] != "00000000" or digits[8:10] not in ("3c", "3d", "3e", "3f", "46", "47"):
        return None
    return "B" if (int(digits, 16) >> 20) & 1 else "A"


def role_of_module(module: int) -> str | None:
    """Return the role of an I/O module of a VS2 director, or None for other numbers."""
    return _VS2_ROLES.get(module)


def parse_wwpn(wwpn: str | None) -> VplexPort | None:
    """Return director pair, letter, module and port of a WWN (16 hex digits), or None if it is not a VPLEX port.

    The WWN does not contain the whole director id (bit 21 and the upper bits are lost), so directors are returned as keys.
    """
    if wwpn is None or len(wwpn) != 16 or not wwpn.startswith(PORT_PREFIX):
        return None
    try:
        nibble, module, number = int(wwpn[8], 16), int(wwpn[14], 16), int(wwpn[15], 16)
        int(wwpn[9:14], 16)
    except ValueError:
        return None
    seed = wwpn[9:14]
    role = _VS2_ROLES.get(module) if nibble >= _FIRST_VS2_NIBBLE else None
    return VplexPort(f"{nibble >> 1:x}-{seed}", f"{nibble:x}-{seed}", "AB"[nibble & 1], module, number, role)
