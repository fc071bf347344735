"""Name and version of a Linux host: ``uname -a``, ``/etc/os-release``, ``hostnamectl``.

Samples::

    Linux db01.example.net 5.14.0-70.el9.x86_64 #1 SMP PREEMPT Thu Mar 24 10:11:12 UTC 2022 x86_64 GNU/Linux

    NAME="Example Linux"
    VERSION_ID="9.1"

     Static hostname: db01.example.net
    Operating System: Example Linux 9.1 (Name)
              Kernel: Linux 5.14.0-70.el9.x86_64
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts, Source
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, found, owner, parsed
from checker.readers.toolkit.declarations.records import TextRow

_UNAME = re.compile(
    r"^[ \t]*Linux ([A-Za-z0-9][A-Za-z0-9._-]{0,62}) ([0-9]{1,3}\.[0-9]{1,4}\S{0,80}) (?:#\S+|.*\bSMP\b|.*GNU/Linux)",
    re.MULTILINE,
)
_RELEASE_LINE = re.compile(r"([A-Z][A-Z0-9_]{1,40})=(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\s\"']*))\s*\Z")
_RELEASE_PAIR = re.compile(r"(?<!\S)[A-Z][A-Z0-9_]{1,40}=(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"']*)(?!\S)")
_CTL_LINE = re.compile(r"\s*([A-Z][A-Za-z ]{2,30}): (.*)\Z")
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] ?|===> |(?:cat|uname|hostnamectl)\b|-+\Z")
_CTL_KNOWN = frozenset(
    (
        "Static hostname", "Transient hostname", "Pretty hostname", "Icon name", "Chassis", "Deployment", "Location",
        "Machine ID", "Boot ID", "Virtualization", "Operating System", "CPE OS Name", "OS Support End",
        "OS Support Remaining", "Kernel", "Architecture", "Hardware Vendor", "Hardware Model", "Hardware Serial",
        "Hardware Version", "Firmware Version", "Firmware Date", "Firmware Age",
    )
)  # fmt: skip
_SHORT = 8
_VERSION = re.compile(r"(?:\A|\s)v?([0-9]+(?:\.[0-9]+)*)\b")
_CTL_HOST = re.compile(r"^[ \t]*Static hostname: ([A-Za-z0-9][A-Za-z0-9._-]{0,62})[ \t]*$", re.MULTILINE)


def _owner(pattern: re.Pattern[str]) -> Callable[[str], str | None]:
    def owner_in(text: str) -> str | None:
        match = pattern.search(text)
        return match.group(1) if match else None

    return owner_in


def _uname(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in capture.lines():
        if match := _UNAME.match(line):
            yield TextRow(number, {"Kernel": match.group(2)})
        elif line.strip() and not _NOISE.match(line.strip()):
            out.unread(number)


def _pairs(
    is_pair: Callable[[str], tuple[str, str] | None], several: re.Pattern[str] | None = None
) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the function that yields all pairs of a capture as one row; ``several`` matches a pair of several in one line."""

    def rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
        row: TextRow | None = None
        for number, line in capture.lines():
            parts = [line]
            if several is not None and not several.sub("", line).strip():
                parts = [match.group() for match in several.finditer(line)] or parts
            pairs = [pair for part in parts if (pair := is_pair(part))]
            if pairs:
                row = row or TextRow(number)
                for pair in pairs:
                    row.values.setdefault(*pair)
            elif (text := line.strip()) and not _NOISE.match(text):
                out.unread(number)
        if row is not None:
            yield row

    return rows


def _release_pair(line: str) -> tuple[str, str] | None:
    match = _RELEASE_LINE.match(line.strip())
    if match is None:
        return None
    return match.group(1), next((group for group in match.groups()[1:] if group is not None), "")


def _ctl_pair(line: str) -> tuple[str, str] | None:
    match = _CTL_LINE.match(line)
    return (match.group(1), match.group(2).strip()) if match and match.group(1) in _CTL_KNOWN else None


def _system(text: str) -> str | None:
    version = _VERSION.search(text)
    return (text[: version.start()].strip() if version else text) or None


def _pretty_version(text: str) -> str | None:
    """Return the version in a pretty name; service packs of SUSE are the second number, as in VERSION_ID."""
    match = re.search(r"\s([0-9]+(?:\.[0-9]+)*)(?: SP([0-9]))?\b", text)
    return None if match is None else f"{match[1]}.{match[2]}" if match[2] else match[1]


def _lines(head: str) -> list[str]:
    return [line for line in head.split("\n") if line.strip()]


def _detect_uname(capture: Capture) -> Detection | None:
    if not _UNAME.search(capture.head):
        return None
    # One line of uname inside a longer text is a banner in the output of another command.
    return Detection(85 if len(_lines(capture.head)) <= 3 else 20, "a line of uname -a")


def _detect_release(capture: Capture) -> Detection | None:
    lines = _lines(capture.head)
    known = sum(line.lstrip().startswith(("NAME=", "VERSION_ID=", "PRETTY_NAME=", "ID=", "VERSION=")) for line in lines)
    # One line may be all that was copied.
    if (known >= 3 and known * _SHORT >= len(lines)) or (known == len(lines) == 1 and "PRETTY_NAME=" in capture.head):
        return Detection(85, "NAME=, ID= and VERSION_ID= of os-release")
    return None


def _detect_hostnamectl(capture: Capture) -> Detection | None:
    if re.search(r"^[ \t]*Static hostname: ", capture.head, re.MULTILINE) and "Machine ID: " in capture.head:
        return Detection(90, "Static hostname: and Machine ID: of hostnamectl")
    return None


_HOST: Mapping[str, Source[TextRow]] = {"host": owner, "platform": const("linux")}
_BY_UNAME = Facts("host", _HOST, kernel_version="Kernel")
_BY_RELEASE = Facts[TextRow](
    "host", _HOST, os_name=lambda row: row.text("NAME") or _system(row.text("PRETTY_NAME") or ""),
    os_version=lambda row: row.text("VERSION_ID") or _pretty_version(row.text("PRETTY_NAME") or ""),
)  # fmt: skip
_BY_HOSTNAMECTL = Facts[TextRow](
    "host", _HOST, os_name=parsed(_system, "Operating System"), os_version=found(_VERSION, "Operating System"),
    kernel_version=parsed(lambda text: text.removeprefix("Linux").strip() or None, "Kernel"),
    server_vendor="Hardware Vendor", server_model="Hardware Model",
    form_factor=lambda row: "virtual" if row.text("Virtualization") else None,
)  # fmt: skip

READERS = (
    Family("linux", _uname).reader(
        "linux-uname", "uname -a", _detect_uname, _BY_UNAME, needles=("Linux ",),
        begins=r"^Linux [A-Za-z0-9][A-Za-z0-9._-]{0,62} [0-9]{1,3}\.[0-9]{1,4}\S{0,80} #[0-9]", owner_in=_owner(_UNAME),
        verified=False, trust=50,
    ),
    Family("linux", _pairs(_release_pair, _RELEASE_PAIR)).reader(
        "linux-os-release", "cat /etc/os-release", _detect_release, _BY_RELEASE, needles=("NAME=",), verified=False, trust=50
    ),
    Family("linux", _pairs(_ctl_pair)).reader(
        "linux-hostnamectl", "hostnamectl", _detect_hostnamectl, _BY_HOSTNAMECTL, needles=("Static hostname: ",),
        begins=r"^[ \t]*Static hostname: \S", owner_in=_owner(_CTL_HOST), verified=False, trust=50,
    ),
)  # fmt: skip
