"""``show zoneset [active] [vsan N]``, ``show zone [active]`` and ``show fcalias``.

Active output marks members that are logged in with ``*``; a member without it is zoned but absent. Synthetic sample::

    zoneset name ZS_A vsan 10
      zone name esx01_vplex vsan 10
      * fcid 0x0a0001 [pwwn 10:00:00:00:c9:aa:00:01] [esx01_hba0]  init
        pwwn 50:00:14:42:a0:00:00:10 [vplex_fe0]

Full output lists members as configured: ``pwwn``, ``device-alias``, ``fcalias`` blocks with their members, ``fcid``,
``interface``, ``domain-id`` … Fragments of the configuration (``member pwwn …``) read the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.cisco.zoning.zone_lines import HEADER, ZoneDatabase
from checker.readers.toolkit.base import Capture, Detection, Reader, columns
from checker.readers.toolkit.declarations.declared import provided

# Of zone sets, only one is active.
_ONE_ZONE = r"\bzone\s+(?:name|member)\s|\A(?!.*\bactive\b).*\bzoneset\s+name\s"
_ACTIVE_COMMAND = re.compile(r"\bzone(?:set)?\s+(?:name\s+\S+\s+)?(?:brief\s+)?active\b", re.IGNORECASE)
_ACTIVE_FILE = re.compile(r"zone(?:set)?[-_ ]active", re.IGNORECASE)
_STAR = re.compile(r"^[ \t]*\*[ \t]*(?:fcid|pwwn|device-alias)\b", re.MULTILINE | re.IGNORECASE)
_MEMBER = re.compile(r"^[ \t]*(?:\*[ \t]*)?(member[ \t]+)?(?:pwwn|fcid|device-alias|fcalias|fwwn|interface)[ \t]", re.M)
_CONFIG_MEMBER = re.compile(r"^[ \t]*member[ \t]+\S", re.MULTILINE)
_NONE = re.compile(r"(?:Zone|Zoneset|Fcalias) not present\Z", re.IGNORECASE)
_ALIASES = columns(switch=nxos.SWITCH, alias="switch vsan alias member wwpn")
_ZONES = columns(
    switch=nxos.SWITCH, zone="switch vsan active zone smart",
    zone_member="switch vsan active zone member member_type wwpn alias member_role logged_in fcid",
    default_zone_member="switch vsan wwpn fcid",
)  # fmt: skip
_ZONE_SETS = provided(_ZONES, columns(zone="zone_set", zone_set="switch vsan active zone_set zone"))


def _is_active(capture: Capture, noise: str) -> bool:
    by_command = _ACTIVE_COMMAND.search(capture.command or "") or _ACTIVE_COMMAND.search(noise)
    return bool(by_command or _STAR.search(capture.head) or _ACTIVE_FILE.search(capture.file))


def _detect(what: str, active: bool) -> Callable[[Capture], Detection | None]:
    def detect(capture: Capture) -> Detection | None:
        noise, first = nxos.opening(capture.head)
        command = f"{capture.command or ''}\n{noise}"
        if "pending" in command:
            return None
        if _NONE.match(first) and first.lower().startswith(f"{what} "):
            fits = _is_active(capture, noise) is active
            return Detection(60, f"{what} not present") if fits else None
        header = HEADER.match(" ".join(first.split()))
        if header is None or header.group("what").lower() != what or _is_active(capture, noise) is not active:
            return None
        member = _MEMBER.search(capture.head)
        if member is None and HEADER.search("\n".join(capture.head.split("\n")[1:40])) is None and not capture.command:
            return Detection(40, f"{what} name … without members")
        if header.group("vsan") is None:
            return Detection(60, f"{what} name … without a VSAN, as early switches print it")
        if member is not None and member.group(1):
            return Detection(75, f"{what} name … vsan … with configuration members")
        return Detection(92, f"{what} name … vsan … with members")

    return detect


def _read(active: bool) -> Callable[[Capture, Writer], None]:
    def read(capture: Capture, out: Writer) -> None:
        noise, first = nxos.opening(capture.head)
        database = ZoneDatabase(out, capture.owner, active=active, stars=active)
        database.config_form = bool(_CONFIG_MEMBER.search(capture.text))
        first_zone = 0
        for number, line in capture.lines():
            stripped = line.strip()
            if not stripped:
                database.blank()
            elif database.feed(number, nxos.without_mark(line)):
                first_zone = first_zone or number
            elif stripped.startswith("!"):
                database.name_last(stripped.strip("! []"))
            elif _NONE.match(stripped):
                out.note(number, f"the switch reports: {stripped}")
            elif not nxos.is_noise(stripped):
                out.unread(number)
        if first_zone:
            out.add("switch", first_zone, switch=capture.owner, vendor="cisco")
        database.drop_filtered(capture)
        database.write()
        command = f"{capture.command or ''}{noise}"
        if first_zone and not active and not command and not database.config_form and not first.startswith("fcalias"):
            out.note(first_zone, "unknown whether this is the active zone set; read as the full zone database")
        if database.ends_open():
            out.ends_inside_record = True
            out.note(database.last_line, "truncated: the last zone has no members")

    return read


def _reader(command: str, provides: Mapping[str, tuple[str, ...]], *, active: bool = False) -> Reader:
    what = command.split()[1]
    verified = what != "fcalias" and not (what == "zone" and active)
    needles = (f"{what}|{what.capitalize()}",)
    reader = nxos.reader(command, _detect(what, active), _read(active), provides, needles=needles, verified=verified)
    return replace(reader, selects=_ONE_ZONE)


READERS = (
    _reader("show zoneset", {**_ZONE_SETS, **_ALIASES}),
    _reader("show zoneset active", {**_ZONE_SETS, "vsan": ("switch", "vsan", "active_zone_set")}, active=True),
    _reader("show zone", {**_ZONES, **_ALIASES}),
    _reader("show zone active", _ZONES, active=True),
    _reader("show fcalias", _ALIASES),
)
