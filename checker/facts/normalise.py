"""Normalise identities and units: WWNs, device ids, sizes, speeds, FC addresses.

Every function returns ``None`` for text it cannot normalise; the caller keeps that text as a ``bad_value``. Nothing is
guessed: a redacted or damaged value has no normal form.
"""

from __future__ import annotations

import re

_WWN_SEPARATORS = str.maketrans("", "", ":-. ")
_HEX16 = re.compile(r"[0-9a-f]{16}\Z")
# Six octets or more between colons, or about 16 hex digits, eight of them decimal; masked ones included.
_LIKE_WWN = re.compile(r"(?:[0-9a-z*#?]{1,3}:){5,}[0-9a-z*#?]{1,3}|(?:0x)?(?=(?:[a-fx*]*[0-9]){8})[0-9a-fx*]{14,18}")
_LONGEST_WWN = 60
_ISCSI_NAME = re.compile(r"(?:iqn\.[0-9]{4}-[0-9]{2}\.|(?:eui|naa)\.(?=[0-9a-f]))\S*[^\s.\u2026]\Z", re.IGNORECASE)
_LONGEST_ISCSI_NAME = 223
_HEX = re.compile(r"[0-9a-f]+\Z")
# Fewer digits than a WWN has, or than the rest of a name of type 6.
_BEGINS_NAME = re.compile(
    r"(?:0x|naa\.|eui\.|vpd83t3:)?(?:[0-9a-f]{4,15}|3?6[0-9a-f]{4,30}|(?:[0-9a-f]{2}[:.\-]){2,7}[0-9a-f]{0,2})\Z"
    r"|(?:naa|eui)\.?[0-9a-f]{0,3}\Z|vpd(?:83(?:t(?:\d:?[0-9a-f]{0,3})?)?)?\Z"
)
_SIZE = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*+([kmgtpe]?)(i?)(b|bytes?)?\s*+\Z", re.IGNORECASE)
_SPEED = re.compile(
    r"\s*+(?:n|a)?\s*+([0-9]+(?:\.[0-9]+)?)\s*+(g|m)?(?:fc|b|bit|bits|bps|b/s|bit/s|bits/s|b/sec|bits?/sec)?\s*+\Z",
    re.IGNORECASE,
)
_REDACTION = re.compile(r"[xX#*]{2,}|some_|redacted|\.\.\.|…", re.IGNORECASE)
_TOO_MANY_BYTES = float(1 << 62)
_BINARY = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40, "p": 1 << 50, "e": 1 << 60}

_BLOCK = re.compile(r"(?<![^\s('\"|])block:(?=[\w/])")


def wwn(text: str | None) -> str | None:
    """Return a world wide name as 16 lower-case hex digits, or None.

    Accepts colon, dash, dot and blank separators and a leading ``0x``; all-zero and all-f names do not count.
    """
    if text is None:
        return None
    digits = text.strip().lower().translate(_WWN_SEPARATORS)
    if digits.startswith("0x"):
        digits = digits[2:]
    if not _HEX16.match(digits) or digits in ("0" * 16, "f" * 16):
        return None
    return digits


def is_like_wwn(text: str) -> bool:
    """Return whether a text without a normal form was meant as a WWN: octets between colons, or about 16 hex digits."""
    return len(text) <= _LONGEST_WWN and _LIKE_WWN.fullmatch(text.strip().lower()) is not None


def show_wwn(digits: str) -> str:
    """Return 16 hex digits as colon-separated pairs, the way switches print them."""
    return ":".join(digits[i : i + 2] for i in range(0, len(digits), 2))


def plain_names(text: str) -> str:
    """Return a text with disks that are known by their name on one host only, ``block:sdb``, under that name: ``sdb``."""
    return _BLOCK.sub("", text) if "block:" in text else text


def problem_of(text: str) -> str:
    """Return why a value has no normal form: ``redacted`` if it contains masking characters, else ``malformed``."""
    return "redacted" if _REDACTION.search(text) else "malformed"


def begins_name(text: str) -> bool:
    """Return whether a text without a normal form may be the beginning of a WWN or of the identity of a LUN."""
    return _BEGINS_NAME.match(text.lower()) is not None


def device_id(text: str | None) -> str | None:
    """Return the identity of a LUN as ``naa.…``, ``eui.…``, ``t10.…``, ``mpx.…`` or ``uuid.…``; or None.

    Understands VMware names, Linux WWIDs (leading 3, 2 or 1; names of type EUI-64 have 16 or 32 digits), VPLEX ``VPD83T3:`` names, ``0x`` numbers and bare hex of
    16 or 32 digits beginning with an NAA type.
    """
    if text is None:
        return None
    name = text.strip()
    lower = name.lower()
    if lower.startswith(("naa.", "eui.")):
        digits = lower[4:].removeprefix("0x")
        if not _HEX.match(digits) or len(digits) not in (16, 32):
            return None
        # Names of type 6 have 32 digits; with 16, half of the name is missing.
        if lower.startswith("naa.6") and len(digits) == 16:
            return None
        return lower[:4] + digits
    if lower.startswith(("t10.", "mpx.", "uuid.")):
        return name if len(name) > 5 else None
    if lower.startswith("vpd83t3:"):
        lower = lower[8:]
    elif lower.startswith("0x"):
        lower = lower[2:]
    if not _HEX.match(lower):
        return None
    if lower[:1] == "3" and _is_naa(lower[1:]):
        return f"naa.{lower[1:]}"
    if len(lower) in (17, 33) and lower[0] == "2":
        return f"eui.{lower[1:]}"
    return f"naa.{lower}" if _is_naa(lower) else None


def _is_naa(digits: str) -> bool:
    """Return whether hex digits are a valid NAA name: types 2, 3 and 5 have 16 digits, type 6 has 32 (SPC-4, 7.8.6.6)."""
    return (len(digits) == 32 and digits[0] == "6") or (len(digits) == 16 and digits[0] in "235")


def size_bytes(text: str | None) -> int | None:
    """Return a size in bytes from text such as ``128K``, ``2MB``, ``1.5T``, ``644245094400B``; binary multiples.

    Storage consoles print K, M, G and T as powers of 1024 (formats-fabric-arrays, "VPLEX in detail").
    """
    if text is None:
        return None
    match = _SIZE.match(text)
    if not match:
        return None
    value = float(match.group(1)) * _BINARY[match.group(2).lower()]
    # Larger values are not plausible sizes and exceed the integers of the database.
    return round(value) if value < _TOO_MANY_BYTES else None


def speed_gbps(text: str | None) -> float | None:
    """Return a link speed in Gbit/s from ``N8``, ``8G``, ``4 Gbit``, ``16GFC``, ``8Gbits/s`` or ``8000 Mbps``; or None.

    ``AN``, ``auto``, ``unknown`` and ``-`` are unknown. Plain numbers count as Gbit/s.
    """
    if text is None:
        return None
    match = _SPEED.match(text)
    if not match:
        return None
    value = float(match.group(1))
    if (match.group(2) or "").lower() == "m":
        value /= 1000
    return value if value > 0 else None


def fcid(text: str | None) -> str | None:
    """Return an FC address as six lower-case hex digits, or None."""
    if text is None:
        return None
    digits = text.strip().lower().removeprefix("0x")
    if len(digits) != 6 or not _HEX.match(digits) or digits == "000000":
        return None
    return digits


def iscsi_name(text: str) -> str | None:
    """Return an iSCSI name in lower case, as targets compare them (RFC 3722); None for another name or the beginning of one."""
    return text.lower() if len(text) <= _LONGEST_ISCSI_NAME and _ISCSI_NAME.match(text) else None


def integer(text: str | None) -> int | None:
    """Return a whole number written in plain decimal digits (a sign and thousands commas allowed), or None."""
    if text is None:
        return None
    digits = text.strip().replace(",", "")
    return int(digits) if re.fullmatch(r"[+-]?[0-9]{1,18}", digits) else None


def yes_no(text: str | None) -> bool | None:
    """Return TRUE for yes/true/on/enabled/1, FALSE for no/false/off/disabled/0, else None."""
    if text is None:
        return None
    word = text.strip().lower()
    if word in ("yes", "true", "on", "enabled", "1", "enable"):
        return True
    if word in ("no", "false", "off", "disabled", "0", "disable"):
        return False
    return None


def version_key(text: str | None) -> str | None:
    """Return a sortable key for a version text: every number padded to eight digits, joined by dots; or None.

    ``6.0.1`` sorts before ``6.0.10``, and ``v8.2.1a`` after ``v8.2.1``.
    """
    if text is None:
        return None
    parts = re.findall(r"[0-9]+|[a-z]+", text.lower().removeprefix("v").strip())
    if not parts or not parts[0].isdigit():
        return None
    return ".".join(part.zfill(8) if part.isdigit() else part for part in parts)


def microwatts(dbm: float) -> float | None:
    """Convert a level in dBm to power in uW: 1000 x 10^(dBm/10); None for levels that no transceiver sends or receives."""
    return round(1000 * 10 ** (dbm / 10), 4) if -60 <= dbm <= 20 else None
