"""``show environment``: state of power supplies, fans and temperature sensors.

Synthetic samples::

    Power Supply:
    Voltage: 50 Volts
    Power                              Actual        Total
    Supply    Model                    Output     Capacity    Status
                                     (Watts )     (Watts )
    -------  -------------------  -----------  -----------  --------------
    1        DS-CAC97-3KW              1096 W      3000 W     Ok

    Fan:
    ------------------------------------------------------
    Fan             Model                Hw         Status
    ------------------------------------------------------
    ChassisFan1     DS-C9706-FAN         1.0        Ok

    Temperature:
    --------------------------------------------------------------------
    Module   Sensor        MajorThresh   MinorThres   CurTemp     Status
                           (Celsius)     (Celsius)    (Celsius)
    --------------------------------------------------------------------
    1        CPU    (s13)    85              70         45         Ok

Each state becomes a setting of the switch, such as ``state of power supply 1``, as those of Fabric OS do. The power of
modules and the modes of redundancy are not read.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns

_SECTION = re.compile(r"(Power Supply|Fan|Temperature|Clock|Power Usage Summary)\s*:?\Z", re.IGNORECASE)
_HEADER = re.compile(
    r"(?:Power\s+Actual|Actual\s|Supply\s+Model|PS\s+Model|Mod(?:ule)?\s+(?:Model|Sensor)|Fan\s+Model|\(|Requested\b|Module\s+Sensor|Clock\s+Model|Voltage\b"
    r"|Fan (?:Zone )?Speed\b|Fan Air Filter\b|N/A - )",
    re.IGNORECASE,
)
_STATE = r"(?P<state>[A-Za-z][A-Za-z/_-]*(?: [a-z]+)?)"
_SUPPLY = re.compile(rf"(?P<part>\d{{1,2}})\s+\S+\s.*?\s{{2,}}{_STATE}\Z")
_FAN = re.compile(rf"(?P<part>[A-Za-z][\w()/-]*)\s+\S+\s+\S+\s+(?:[a-z]+-to-[a-z]+\s+)?{_STATE}\Z")
_SENSOR = re.compile(
    rf"(?P<part>\d{{1,2}}\s+\S.*?)\s+(?:\d{{1,3}}|N/A)\s+(?:\d{{1,3}}|N/A)\s+(?:-?\d{{1,3}}|N/A)\s+{_STATE}\Z"
)
_ROWS = {"power supply": _SUPPLY, "fan": _FAN, "temperature": _SENSOR}
_MODULES = re.compile(r"Mod(?:ule)?\s+Model\b|Actual\s+Power\b", re.IGNORECASE)
_PROOF = re.compile(
    r"^[ \t]*Fan\s+Model\s+Hw\b.*\bStatus|^[ \t]*Module\s+Sensor\s+MajorThresh|^[ \t]*Supply\s+Model\s+Output",
    re.MULTILINE,
)


def _detect(capture: Capture) -> Detection | None:
    return Detection(90, "table of fans, power supplies or sensors") if _PROOF.search(capture.head) else None


def _name(section: str, part: str) -> str:
    part = re.sub(r"\s+", " ", re.sub(r"\s*\(", " (", part)).strip()
    return f"temperature sensor {part}" if section == "temperature" else f"{section} {part}"


def _read(capture: Capture, out: Writer) -> None:
    section, skipping = "", False
    for number, stripped in nxos.stripped_lines(capture):
        heading = _SECTION.match(stripped)
        if heading:
            section, skipping = heading[1].lower(), False
        elif _HEADER.match(stripped):
            section = _of_header(stripped) or section
            # The table of modules below that of supplies shows their power.
            skipping = skipping or (section == "power supply" and bool(_MODULES.match(stripped)))
        elif row := None if skipping else _row(section, stripped):
            nxos.add_setting(
                out, number, capture.owner, "", f"state of {_name(section, row['part'])}", row["state"].lower()
            )
        elif not (skipping or section in ("clock", "power usage summary") or nxos.is_noise(stripped)):
            out.unread(number)


def _of_header(header: str) -> str | None:
    """Return the section that a header belongs to, where the command prints one table without a title."""
    words = header.lower().split()
    if "sensor" in words[1:2]:
        return "temperature"
    return {"fan": "fan", "supply": "power supply", "ps": "power supply"}.get(words[0])


def _row(section: str, line: str) -> re.Match[str] | None:
    pattern = _ROWS.get(section)
    return pattern.match(line) if pattern else None


READERS = (
    nxos.reader(
        "show environment", _detect, _read, columns(fabric_setting=nxos.SETTING), needles=("Fan|Sensor|Supply", "Status"),
        verified=False,
    ),
)  # fmt: skip
