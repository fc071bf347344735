"""``symcfg list -v`` and ``symcfg list -dir all -v`` (``-fa 7e -p 0 -v``): array, directors, and ports with all flags.

::

    Symmetrix ID: 000192601234 (Local)

        Product Model                          : VMAX20K
        Symmetrix ID                           : 000192601234
        Microcode Version (Number)             : 5876 (16F40000)
        Enginuity Build Version                : 5876.269.174

        Director Identification : FA-7E
        Director Type           : FibreChannel (SA)
        Director Status         : Online

        Director Port           : 0
        WWN Port Name           : 5000097208123418
        Director Port Status    : Online
        Negotiated Speed        : 8
        Maximum Speed           : 8
        SCSI Flags
           {
           Common_Serial_Number(C)            : Enabled
           SCSI_3(SC3)                        : Enabled
           SPC2_Protocol_Version(SPC2)        : Enabled
           }
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.facts import ArrayWriter
from checker.readers.symmetrix.symcli.text import Reading, captured_in, detector, pair, spaced_title, symcli_reader
from checker.readers.toolkit.base import Capture

_FLAG = re.compile(r"([A-Za-z][A-Za-z0-9_ -]{2,40}?)\s?\(([A-Z0-9]{1,6})\)\Z")
_HEADING = re.compile(
    r"(?:SCSI Flags|Fibre Specific Flags|SCSI Specific Flags|Director\b|Port\b|Flags|iSCSI|[\w /-]{3,60})\Z",
    re.IGNORECASE,
)
_ARRAY_KEYS = {
    "product model": "model", "microcode version (number)": "version", "enginuity build version": "build",
    "hypermax os version": "build", "powermaxos version": "build",
}  # fmt: skip
_PORT_KEYS = {
    "wwn port name": "wwpn", "wwn node name": "wwnn", "director port status": "state", "port status": "state",
    "negotiated speed": "speed", "negotiated speed (gb/second)": "speed", "negotiated speed (gb/sec)": "speed",
    "maximum speed": "max_speed", "maximum speed (gb/second)": "max_speed", "maximum speed (gb/sec)": "max_speed",
}  # fmt: skip


class _Reading(Reading):
    """Reader for the blocks array, director and port; a port is written when the next block begins."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        super().__init__(capture, out)
        self._director: dict[str, str] = {}
        self._director_line = 0
        self._port: dict[str, str] = {}
        self._port_line = 0
        self._flags: dict[str, str] = {}
        self._about: dict[str, str] = {}
        self._about_line = 0
        self._array = ArrayWriter(out, "")

    def _line(self, number: int, line: str) -> bool:
        if self._array.name != self._arrays.name:
            self._finish()
            self._array = ArrayWriter(self._out, self._arrays.name)
        if line in "{}" or spaced_title(line):
            return True
        found = pair(line)
        if found is not None:
            self._pair(number, found[0], found[1])
        return found is not None or _HEADING.match(line) is not None

    def _pair(self, number: int, key_text: str, value: str) -> None:
        key = key_text.lower()
        if key in _ARRAY_KEYS:
            self._about[_ARRAY_KEYS[key]] = value
            self._about_line = self._about_line or number
        elif key == "director identification":
            self._finish_director()
            self._director, self._director_line = {"name": value}, number
        elif key == "director port":
            self._finish_port()
            self._port, self._port_line = {"port": value}, number
        elif key in ("director type", "director status", "engine number", "director engine number"):
            self._director[key] = value
        elif key in _PORT_KEYS and self._port:
            self._port.setdefault(_PORT_KEYS[key], value)
        elif (flag := _FLAG.match(key_text)) is not None and self._port:
            state = facts.flag_state(value)
            short = names.FLAGS.get(flag.group(1).lower().replace(" ", "_"), flag.group(2))
            if state is not None:
                self._flags.setdefault(short, state)

    def _finish_port(self) -> None:
        port, flags, self._port, self._flags = self._port, self._flags, {}, {}
        if port:
            self._array.port(
                self._port_line, self._director.get("name"), port["port"],
                wwpn=port.get("wwpn"), wwnn=port.get("wwnn"), kind=self._director.get("director type"),
                port_state=port.get("state"), speed=port.get("speed"), max_speed=port.get("max_speed"), flags=flags,
            )  # fmt: skip

    def _finish_director(self) -> None:
        self._finish_port()
        director, self._director = self._director, {}
        name = names.director(director.get("name"))
        if name is None:
            return
        self._arrays.announce(self._director_line)
        self._array.director(
            self._director_line, name, names.present(director.get("director status")),
            names.present(director.get("engine number") or director.get("director engine number")),
        )  # fmt: skip

    def _finish(self) -> None:
        self._finish_director()
        about, line, self._about, self._about_line = self._about, self._about_line, {}, 0
        if about:
            self._arrays.announce(line)
            version = names.present(about.get("build")) or names.present(about.get("version"))
            self._array.add(
                "storage_array", line, model=names.present(about.get("model")),
                array_version=version.split()[0] if version else None,
            )  # fmt: skip


READERS = (
    symcli_reader(
        "symcfg-verbose", "symcfg list -dir all -v", _Reading.read,
        provides=facts.provides(
            "engine director target_port array_setting",
            storage_array="storage_array serial vendor family model array_version",
        ),
        detect=detector(
            r"^[ \t]*(?:Product Model|Microcode Version \(Number\))\s*:|^[ \t]*Director Identification\s*:[\s\S]{0,3000}?"
            r"(?:Common[ _]Serial[ _]Number\s?\(C\)|Director Type\s*:)",
            96, "array or its ports in the layout of symcfg list -v", refuse=r"^[ \t]*System Name\s*:",
        ),
        needles=("Product Model|Microcode Version|Director Identification",),
        begins=r"^[ \t]*Symmetrix ID *:[^\n]{0,80}\n(?:[ \t]*\n|[ \t]*Time Zone[^\n]{0,80}\n){0,3}[ \t]*Product Model *:",
        captured_in=captured_in, verified=False,
    ),
)  # fmt: skip
