"""Stand-ins for world wide names, LUN ids and addresses, which are recognised by their form and keep it.

The type and vendor of a world wide name stay, and so does its last byte; the part in between is one segment, so the
ports of one array or adapter still share it. A VPLEX name, its director's id and its port names share the director's
seed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from checker.anonymize.pseudonyms import Pseudonyms, with_case
from checker.facts import dothill_serial, products, vplex_wwn

_LETTER = "(?:3[0-9]|[46][1-6])"
_PAIR = "[0-9A-Za-z]{2}"
_PAIRS = 8
_NAME_LENGTH = 3 * _PAIRS - 1
_BEGINS_NAME = re.compile("1000|[25]|c0")
_VML_FRONT = 10
# Every VPLEX uses these internal addresses; their last octet identifies the director.
_VPLEX_INSIDE = ("128.221.252.", "128.221.253.")
IDENTIFIER = re.compile(
    # Masked or mistyped names have this form as well; their letters stay in place.
    rf"(?P<double>(?<![0-9A-Za-z])[0-9A-Fa-f]{{2}}(?P<amid>[:\-])[0-9A-Fa-f]{{2}}(?:(?P=amid)[0-9A-Fa-f]{{2}}){{14}}(?![0-9A-Za-z]))"
    rf"|(?P<pairs>(?<![0-9A-Za-z]){_PAIR}(?P<between>[:\-]){_PAIR}(?:(?P=between){_PAIR}){{6,14}}(?![0-9A-Za-z]))"
    # A label before it may end in hexadecimal digits, such as ``boot.mac:``.
    r"|(?P<mac>(?<![0-9A-Fa-f])(?<!(?<![0-9A-Za-z])[0-9A-Fa-f]{2}[:\-])[0-9A-Fa-f]{2}(?P<join>[:\-])[0-9A-Fa-f]{2}"
    r"(?:(?P=join)[0-9A-Fa-f]{2}){4}(?![0-9A-Fa-f])(?![:\-][0-9A-Fa-f]{2}(?![0-9A-Za-z])))"
    r"|(?P<quads>(?<![0-9A-Fa-f.])[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2,3}(?![0-9A-Fa-f.]))"
    r"|(?P<uuid>(?<![0-9A-Fa-f])[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4})-[0-9A-Fa-f]{12}(?![0-9A-Fa-f]))"
    r"|(?P<ipv4>(?<![\w.])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![\w]|\.[0-9A-Za-z]|-[0-9]|/cpu[0-9]))"
    r"|(?P<ipv6>(?<![0-9A-Za-z:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![0-9A-Za-z:])"
    r"|(?<![0-9A-Za-z:.])(?=[0-9A-Fa-f]{0,4}:)(?:[0-9A-Fa-f]{1,4}:){0,6}[0-9A-Fa-f]{0,4}::(?:[0-9A-Fa-f]{1,4}:){0,6}[0-9A-Fa-f]{1,4}(?![0-9A-Za-z:]))"
    # Windows writes the text of an id in hexadecimal; VMware's vml names contain one in the middle.
    rf"|(?P<spelled>(?<![0-9A-Za-z])(?:{_LETTER}{{32}}|{_LETTER}{{16}})(?![0-9A-Za-z]))"
    r"|(?P<long>(?<![0-9A-Za-z])(?:0[xX]|(?:[nN][aA][aA]|[eE][uU][iI])\.|[Pp](?=[0-9A-Fa-f]{16}-))?[0-9A-Fa-f]{16,33}"
    r"(?![0-9A-Za-z])|(?<![0-9A-Za-z])(?:0[xX]|[nN][aA][aA]\.)?[0-9A-Fa-f]{16,33}(?=p[0-9]{1,3}(?![0-9A-Za-z])))"
    r"|(?P<huge>(?<![0-9A-Za-z])(?:vml\.)?[0-9A-Fa-f]{34,400}(?![0-9A-Za-z]))"
)

# Overlapping, because the digits before a name may be those of a number: 16 digits with single blanks between them, or after separators.
SPREAD = re.compile(r"(?<![0-9A-Za-z])(?=([0-9A-Fa-f](?:[:\-]? ?[0-9A-Fa-f]){15})(?![0-9A-Za-z]))")
_NO_DIGIT = str.maketrans("", "", " :-")


def spread_digits(text: str) -> str:
    """Return the digits of a match of ``SPREAD`` in lower case."""
    return text.translate(_NO_DIGIT).lower()


@dataclass
class Identifiers:
    """The stand-ins of identifiers.

    ``versions`` are four-part numbers that are not addresses; ``known`` are world wide names from the exports, which
    are replaced even where only the digits identify them; ``serials`` are Symmetrix ids inside LUN ids.
    """

    pseudonyms: Pseudonyms
    versions: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)
    directors: set[str] = field(default_factory=set)

    def replaced(self, found: re.Match[str]) -> str:
        """Return the stand-in for a match of ``IDENTIFIER``."""
        how: dict[str | None, Callable[[re.Match[str]], str]] = {
            "double": self._double,
            "pairs": self._pairs,
            "mac": self._mac,
            "quads": self._quads,
            "uuid": self._uuid,
            "ipv4": self._ipv4,
            "ipv6": self._ipv6,
            "long": self._long,
            "spelled": self._spelled,
            "huge": self._huge,
        }
        # Inner groups end before the enclosing one, so the enclosing one is the last.
        kind = next(name for name in how if name is not None and found.group(name) is not None)
        return how[kind](found)

    def identity(self, digits: str) -> str:
        """Return the stand-in of a world wide name or LUN id of 16 or 32 hex digits in lower case."""
        return self.lun(digits) if len(digits) == 32 else self.wwn(digits)

    def wwn(self, digits: str) -> str:
        """Return the stand-in of a world wide name of 16 hex digits in lower case."""
        if not digits.strip("0f"):
            return digits
        if digits.startswith(vplex_wwn.PORT_PREFIX):
            return digits[:9] + self._seed(digits[9:14]) + digits[14:]
        if digits.startswith(vplex_wwn.NODE_PREFIX):
            return digits[:11] + self._seed(digits[11:])
        if digits.startswith("00000000"):
            return digits[:11] + self._seed(digits[11:]) if digits in self.directors or digits[8] in "34" else digits
        if digits[0] in "12" or digits.startswith("0"):
            return self._middle(digits, 10, digits[4:10])
        return self._middle(digits, 8, digits[1:7])

    def _middle(self, digits: str, kept: int, vendor: str) -> str:
        """Replace the digits between the vendor's and the last two; a product's longer prefix must neither appear nor vanish."""
        kept = products.prefix_length(digits, kept)
        return digits[:kept] + self.pseudonyms.hex(vendor, digits[kept:14], whole=True) + digits[14:]

    def lun(self, digits: str) -> str:
        """Return the stand-in of a LUN id of 32 hex digits in lower case; type, vendor and the last two bytes stay."""
        prefix, length = products.serial_layout("symmetrix")
        start, end = len(prefix), len(prefix) + length
        if digits.startswith(f"{prefix}000") and digits[start:end].isdecimal():
            return prefix + self.pseudonyms.serial(digits[start:end]) + digits[end:]
        if device := dothill_serial.device_of(digits):
            return dothill_serial.serial_of(self.lun(device)) or digits
        if digits[0] != "6":
            return self._halves("id", digits)
        oui = digits[1:7]
        # The first half of a VPLEX volume's id is the same everywhere; four bytes identify the vendor's product.
        kept = 16 if products.device_family(digits) == "vplex" else products.prefix_length(digits, 8)
        return (
            digits[:kept]
            + self.pseudonyms.hex(oui, digits[kept:16])
            + self.pseudonyms.hex(oui, digits[16:22], whole=not digits[8:28].strip("0"))
            + self.pseudonyms.hex(oui, digits[22:28])
            + digits[28:]
        )

    def _halves(self, kind: str, digits: str) -> str:
        half = len(digits) // 2
        return self.pseudonyms.hex(kind, digits[:half]) + self.pseudonyms.hex(kind, digits[half:])

    def _seed(self, seed: str) -> str:
        return self.pseudonyms.hex("seed", seed)

    def _pairs(self, found: re.Match[str]) -> str:
        """Return the stand-in of a world wide name; in a longer run, short labels are before or after it."""
        text, between = found.group("pairs"), found.group("between")
        start = name_in_pairs(text.lower().split(between), self.known) * 3
        name = text[start : start + _NAME_LENGTH]
        return text[:start] + self._one_of_pairs(name, between) + text[start + _NAME_LENGTH :]

    def _one_of_pairs(self, text: str, between: str) -> str:
        digits = text.replace(between, "").lower()
        if sum(char in "0123456789abcdef" for char in digits) < 12:
            return text
        odd = [index for index, char in enumerate(digits) if char not in "0123456789abcdef"]
        clean = "".join("0" if index in odd else char for index, char in enumerate(digits))
        new = list(self.wwn(clean))
        for index in odd:
            new[index] = digits[index]
        return with_case(between.join("".join(new[i : i + 2]) for i in range(0, 16, 2)), text)

    def _double(self, found: re.Match[str]) -> str:
        """Return the stand-in of a LUN id, or of the node and port name of one array."""
        text, separator = found.group("double"), found.group("amid")
        digits = text.replace(separator, "").lower()
        new = self.lun(digits) if digits[0] == "6" else self.wwn(digits[:16]) + self.wwn(digits[16:])
        return with_case(separator.join(new[i : i + 2] for i in range(0, 32, 2)), text)

    def _mac(self, found: re.Match[str]) -> str:
        text, join = found.group("mac"), found.group("join")
        digits = text.replace(join, "").lower()
        new = self._mac_digits(digits)
        return with_case(join.join(new[i : i + 2] for i in range(0, 12, 2)), text)

    def _mac_digits(self, digits: str) -> str:
        return digits[:6] + self.pseudonyms.hex(f"mac {digits[:6]}", digits[6:])

    def _quads(self, found: re.Match[str]) -> str:
        text = found.group("quads")
        digits = text.replace(".", "").lower()
        if digits.isdigit() and digits not in self.known:
            return text
        new = self.wwn(digits) if len(digits) == 16 else self._mac_digits(digits)
        return with_case(".".join(new[i : i + 4] for i in range(0, len(new), 4)), text)

    def _uuid(self, found: re.Match[str]) -> str:
        text = found.group("uuid")
        parts = text.lower().split("-")
        return with_case(
            "-".join(self.pseudonyms.hex("uuid", part) if len(part) >= 8 else part for part in parts), text
        )

    def _ipv4(self, found: re.Match[str]) -> str:
        text = found.group("ipv4")
        octets = text.split(".")
        if any(int(octet) > 255 or (len(octet) > 1 and octet[0] == "0") for octet in octets):
            return text
        return text if text in self.versions or _is_mask(octets) else self.address(text)

    def address(self, text: str) -> str:
        """Return the stand-in of an IPv4 address; private addresses stay in their private range."""
        octets = text.split(".")
        kept = 1 if octets[0] == "10" else 2 if octets[:2] == ["192", "168"] else 1 if octets[0] == "172" else 0
        if octets[0] in ("0", "127", "255") or int(octets[0]) > 223 or text.startswith(_VPLEX_INSIDE):
            return text
        new = [
            octet if index < kept else self.pseudonyms.octet(".".join(octets[:index]), octet)
            for index, octet in enumerate(octets)
        ]
        return ".".join(new)

    def _ipv6(self, found: re.Match[str]) -> str:
        text = found.group("ipv6")
        if text.count(":") < 3 and len(text.replace(":", "")) < 5:
            return text
        groups = text.lower().split(":")
        kept = 1 if groups[0] in ("fe80", "ff02", "2001", "fd00") else 0
        return with_case(
            ":".join(
                self.pseudonyms.hex("ipv6", group) if index >= kept and len(group) > 2 else group
                for index, group in enumerate(groups)
            ),
            text,
        )

    def _long(self, found: re.Match[str]) -> str:
        text = found.group("long")
        front = text[: 4 if text[3:4] == "." else 2 if text[:2] in ("0x", "0X") else 1 if text[0] in "Pp" else 0]
        digits = text[len(front) :].lower()
        new = self._bare(digits, front)
        return front + with_case(new, text[len(front) :])

    def _spelled(self, found: re.Match[str]) -> str:
        text = found.group("spelled")
        spelled = bytes.fromhex(text).decode("ascii")
        new = self._bare(spelled.lower(), "naa.")
        return with_case(new, spelled).encode("ascii").hex()

    def _huge(self, found: re.Match[str]) -> str:
        text = found.group("huge")
        front = text[:4] if text.startswith("vml.") else ""
        digits = text[len(front) :].lower()
        for size in (32, 16):
            for start in range(len(digits) - size + 1):
                part = digits[start : start + size]
                if part in self.known or (front and start == _VML_FRONT and size == 32 and part[0] == "6"):
                    new = self._bare(part, "naa.")
                    return front + with_case(digits[:start] + new + digits[start + size :], text[len(front) :])
        return text

    def _bare(self, digits: str, front: str) -> str:
        if front.lower() == "eui." and digits not in self.known:
            return digits[:6] + self._halves("eui", digits[6:-2]) + digits[-2:]
        if len(digits) == 16:
            return self._bare_wwn(digits, front)
        if len(digits) == 17 and digits[0] in "23":
            return digits[0] + self.wwn(digits[1:])
        if len(digits) == 33 and digits[0] == "3":
            return digits[0] + self.lun(digits[1:])
        if len(digits) == 32:
            # Two names without a separator: node and port.
            pair = digits[:16] in self.known or digits[16:] in self.known
            return self.wwn(digits[:16]) + self.wwn(digits[16:]) if pair and digits[0] != "6" else self.lun(digits)
        if digits.isdigit() and not front:
            return digits
        # The first digit of such a length shows whether a name follows: the stand-in must be recognised the same way.
        kept = len(digits) in (17, 33)
        return digits[:kept] + self._halves("id", digits[kept:])

    def _bare_wwn(self, digits: str, front: str) -> str:
        if digits in self.known or digits in self.directors:
            return self.wwn(digits)
        if front.lower() in ("p", "naa."):
            return self.wwn(digits)
        plausible = digits[0] in "125c" and not digits.isdigit()
        return self.wwn(digits) if plausible or (front and digits[0] in "125c") else digits


def _is_mask(octets: list[str]) -> bool:
    bits = "".join(f"{int(octet):08b}" for octet in octets)
    return "01" not in bits or "10" not in bits


def name_in_pairs(pairs: Sequence[str], known: Collection[str] = ()) -> int:
    """Return the index of the first of the eight pairs that are a world wide name.

    A label such as ``_h0:`` or ``_01:`` in front of a name looks like a ninth pair. A known name wins, then the last
    eight pairs that can begin a name.
    """
    starts = range(len(pairs) - _PAIRS, -1, -1)
    for start in starts:
        if "".join(pairs[start : start + _PAIRS]) in known:
            return start
    for start in starts:
        if _BEGINS_NAME.match("".join(pairs[start : start + 2])):
            return start
    return starts[0]


def wwns_in(text: str) -> set[str]:
    """Return every world wide name written with separators, as 16 hex digits in lower case."""
    found: set[str] = set()
    for match in re.finditer(r"(?<![0-9A-Za-z])[0-9A-Za-z]{2}(?::[0-9A-Za-z]{2}){7,15}(?![0-9A-Za-z])", text):
        pairs = match.group().lower().split(":")
        starts = (0, _PAIRS) if len(pairs) == 2 * _PAIRS else (name_in_pairs(pairs),)
        found.update("".join(pairs[start : start + _PAIRS]) for start in starts)
    return {name for name in found if not name.strip("0123456789abcdef")}
