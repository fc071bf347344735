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

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_UNAME = re.compile(
    r"^[ \t]*Linux ([A-Za-z0-9][A-Za-z0-9._-]{0,62}) ([0-9]{1,3}\.[0-9]{1,4}\S{0,80}) (?:#\S+|.*\bSMP\b|.*GNU/Linux)",
    re.MULTILINE,
)
_RELEASE_LINE = re.compile(r"([A-Z][A-Z0-9_]{1,40})=(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\s\"']*))\s*\Z")
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


def _uname_owner(text: str) -> str | None:
    match = _UNAME.search(text)
    return match.group(1) if match else None


def _read_uname(capture: Capture, out: Writer) -> None:
    for number, line in capture.lines():
        if not line.strip():
            continue
        match = _UNAME.match(line)
        if match:
            out.add("host", number, host=capture.owner, platform="linux", kernel_version=match.group(2))
        elif not _NOISE.match(line.strip()):
            out.unread(number)


def _read_release(capture: Capture, out: Writer) -> None:
    found: dict[str, str] = {}
    first: int | None = None
    for number, line in capture.lines():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = _RELEASE_LINE.match(text)
        if match is None:
            if not _NOISE.match(text):
                out.unread(number)
            continue
        first = number if first is None else first
        found.setdefault(match.group(1), next((group for group in match.groups()[1:] if group is not None), ""))
    if first is not None:
        name, version = found.get("NAME") or None, found.get("VERSION_ID") or None
        out.add("host", first, host=capture.owner, platform="linux", os_name=name, os_version=version)


def _ctl_owner(text: str) -> str | None:
    match = re.search(r"^[ \t]*Static hostname: ([A-Za-z0-9][A-Za-z0-9._-]{0,62})[ \t]*$", text, re.MULTILINE)
    return match.group(1) if match else None


def _read_hostnamectl(capture: Capture, out: Writer) -> None:
    found: dict[str, str] = {}
    first = capture.first_line
    for number, line in capture.lines():
        match = _CTL_LINE.match(line)
        if match and match.group(1) in _CTL_KNOWN:
            first = number if not found else first
            found.setdefault(match.group(1), match.group(2).strip())
        elif line.strip() and not _NOISE.match(line.strip()):
            out.unread(number)
    if not found:
        return
    system = found.get("Operating System", "")
    version = re.search(r"(?:\A|\s)v?([0-9]+(?:\.[0-9]+)*)\b", system)
    facts: dict[str, Value] = {
        "os_name": (system[: version.start()].strip() if version else system) or None,
        "os_version": version.group(1) if version else None,
        "kernel_version": found.get("Kernel", "").removeprefix("Linux").strip() or None,
        "server_vendor": found.get("Hardware Vendor") or None,
        "server_model": found.get("Hardware Model") or None,
        "form_factor": "virtual" if found.get("Virtualization") else None,
    }
    out.add("host", first, host=capture.owner, platform="linux", **facts)


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
    if known >= 3 and known * _SHORT >= len(lines):
        return Detection(85, "NAME=, ID= and VERSION_ID= of os-release")
    return None


def _detect_hostnamectl(capture: Capture) -> Detection | None:
    if re.search(r"^[ \t]*Static hostname: ", capture.head, re.MULTILINE) and "Machine ID: " in capture.head:
        return Detection(90, "Static hostname: and Machine ID: of hostnamectl")
    return None


READERS = (
    Reader(
        name="linux-uname", platform="linux", command="uname -a",
        provides={"host": ("host", "platform", "kernel_version")}, detect=_detect_uname, read=_read_uname,
        needles=("Linux ",), begins=r"^Linux [A-Za-z0-9][A-Za-z0-9._-]{0,62} [0-9]{1,3}\.[0-9]{1,4}\S{0,80} #[0-9]",
        owner_in=_uname_owner, verified=False, trust=50,
    ),
    Reader(
        name="linux-os-release", platform="linux", command="cat /etc/os-release",
        provides={"host": ("host", "platform", "os_name", "os_version")}, detect=_detect_release, read=_read_release,
        needles=("NAME=",), verified=False, trust=50,
    ),
    Reader(
        name="linux-hostnamectl", platform="linux", command="hostnamectl",
        provides={
            "host": word_list("host platform os_name os_version kernel_version server_vendor server_model form_factor")
        },
        detect=_detect_hostnamectl, read=_read_hostnamectl, needles=("Static hostname: ",),
        begins=r"^[ \t]*Static hostname: \S", owner_in=_ctl_owner, verified=False, trust=50,
    ),
)  # fmt: skip
