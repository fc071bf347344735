"""LUNs of ONTAP and E-Series with their paths: ``sanlun lun show -p``.

Synthetic sample of Linux; the columns differ between systems and releases::

                        ONTAP Path: svm1:/vol/oradata/lun7
                               LUN: 7
                          LUN Size: 150g
                       Host Device: mpathr(3600a098038300000000000000000a001)
                  Multipath Policy: service-time 0
                  Hardware Handler: 1 alua
                Multipath Provider: Native
    ----------- --------- ---------- ------- ------------ ---------- ----------
                host      vserver            host:
    dm-mp       path      path       /dev/   chan:        vserver    major:
    state       state     type       node    id:lun       LIF        minor
    ----------- --------- ---------- ------- ------------ ---------- ----------
    active      up        primary    sdq     15:0:5:7     lif_18     65:0
    failed      down      secondary  sdt     15:0:4:7     lif_20     65:48

Before releases that know ALUA states, Linux has ``up primary sda host0 lif_18``; AIX has ``up primary path0 fcs0 lif_1 1``, and HP-UX
``up primary /dev/dsk/c37t6d7 fclp0 lif_7 0``. Solaris lists LUNs only. Primary paths lead to the controller that serves the LUN.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.blocks import printed, shell_noise
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.toolkit.rounded import facts, interval

_TITLE = r"^[ \t]*(?:ONTAP Path|E-Series Array):[ \t]*\S"
_PAIR = re.compile(
    r"\s*(ONTAP Path|E-Series Array|Volume Name|Preferred Owner|Current Owner|Mode|UTM LUN|LUN|LUN Size|Product|Host Device|VG"
    r"|Multipath Policy|Multipath Provider|Multipathing Algorithm|DM-MP Features|Hardware Handler|Controller CF State"
    r"|Controller Partner):[ \t]*(\S.{0,300}?)?\s*\Z"
)
_PATH = re.compile(
    r"\s*(?:(?P<map>[a-z]{3,12})\s+)?(?P<state>[A-Za-z]{2,12})\s+(?P<type>primary|secondary)\s+(?P<name>\S{1,40})"
    r"\s+(?P<where>\S{1,40})\s+(?P<target>\S{1,64})(?:\s+\S{1,20})?\s*\Z"
)
_STARTED = re.compile(r"\s*(?:[A-Za-z]{2,12}\s+){1,3}(?:primary|secondary)\b|\s*(?:up|down|active|failed)\b")
_HEADING = re.compile(
    r"(?:dm-mp|host|path|state|controller\S*|server|vserver)\b[\w \t/:.()-]{0,200}\Z|[- ]{5,}\Z|/dev/dsk\b.*|filename\b.*|or hardware path\b.*"
)
_NOISE = re.compile(shell_noise("sanlun"))
_MAPPED = re.compile(r"(?:(?P<alias>\S{1,64}?)\s*\()?(?P<wwid>3[0-9a-fA-F]{32})\)?\Z")
_SOLARIS = re.compile(r"(?:/dev/rdsk/)?(c[0-9]{1,6}t([0-9A-Fa-f]{32})d[0-9]{1,6})(?:[sp][0-9]{1,2})?\Z")
_HPUX = re.compile(r"/dev/r?(?:disk/(disk[0-9]{1,6})|dsk/(c[0-9]{1,4}t[0-9]{1,4}d[0-9]{1,4}))\Z")
_AIX = re.compile(r"hdisk[0-9]{1,6}\Z")
_NUMBER = re.compile(r"path([0-9]{1,5})\Z")
_ADDRESS = re.compile(r"([0-9]{1,5}):([0-9]{1,5}):([0-9]{1,8}):([0-9]{1,8})\Z")
_STATES = {"up": "active", "good": "active", "active": "active", "down": "dead", "bad": "dead", "failed": "dead"}
# What owns the paths, and what the paths of other commands call it; HP-UX leaves that open to software above it.
_PROVIDERS = {
    ("native", "linux"): ("dm-multipath", "dm-multipath"),
    ("aix native", "aix"): ("mpio", "MPIO"),
    ("sun microsystems", "solaris"): ("mpxio", "MPxIO"),
}


@dataclass
class _Lun:
    line: int
    values: dict[str, tuple[int, str]] = field(default_factory=dict)
    paths: list[tuple[int, re.Match[str]]] = field(default_factory=list)

    def text(self, name: str) -> str | None:
        """Return a value; None if it is missing or empty."""
        return self.values.get(name, (0, ""))[1] or None


def _read(capture: Capture, out: Writer) -> None:
    luns: PackedList[_Lun] = PackedList()
    last = capture.first_line + capture.text.rstrip().count("\n")
    for number, line in printed(capture, 400):
        pair = _PAIR.match(line)
        if pair is not None and pair.group(1) in ("ONTAP Path", "E-Series Array"):
            luns.append(_Lun(number))
        if luns and pair is not None:
            luns[-1].values[pair.group(1)] = number, pair.group(2) or ""
        elif luns and (match := _PATH.match(line)):
            luns[-1].paths.append((number, match))
        elif luns and number == last and _STARTED.match(line):
            out.ends_inside_record = True
            out.note(number, "skipped the last path: it is truncated")
        elif not (_NOISE.match(line.strip()) or (luns and _HEADING.match(line.strip()))):
            out.unread(number)
    known: set[str] = set()
    for lun in luns:
        _write(lun, capture.owner, out, known)


def _write(lun: _Lun, host: str, out: Writer, known: set[str]) -> None:
    line, shown = lun.values.get("Host Device", (lun.line, ""))
    platform, named, identity = _disk(shown)
    if platform is None:
        if shown:
            out.bad_value("device", "device", shown, line, host)
        return
    owner, plugin = _PROVIDERS.get(((lun.text("Multipath Provider") or "").lower(), platform), (None, None))
    if platform not in known:
        out.add("host", lun.line, host=host, platform=platform, multipath_software=owner)
        known.add(platform)
    common: dict[str, Value] = {"host": host, "device": identity or named["device"]}
    policy = lun.text("Multipathing Algorithm") or (lun.text("Multipath Policy") if platform == "linux" else None)
    out.add(
        "device", lun.line, **{**named, **common}, vendor="NETAPP" if "ONTAP Path" in lun.values else None, policy=policy,
        multipath_owner=owner, multipath_features=lun.text("DM-MP Features"), hardware_handler=lun.text("Hardware Handler"),
        default_owner=lun.text("Preferred Owner"), current_owner=lun.text("Current Owner"),
        **facts("size", interval(lun.text("LUN Size"), either_way=True)),
    )  # fmt: skip
    if owner is not None:
        out.add("device_owner", lun.line, **common, multipath_owner=owner)
    number = normalise.integer(lun.text("LUN"))
    for at, path in lun.paths:
        _path(path, at, common, named["device"], number, plugin, out)


def _disk(shown: str) -> tuple[str | None, dict[str, Value], str | None]:
    """Return the operating system by its way to name disks, the names of the disk on the host, and its identity if stated."""
    if match := _MAPPED.match(shown):
        identity = normalise.device_id(match["wwid"])
        return "linux", {"device": identity, **({"alias": match["alias"]} if match["alias"] else {})}, identity
    if match := _SOLARIS.match(shown):
        return "solaris", {"device": f"block:{match[1]}", "kernel_name": match[1]}, normalise.device_id(match[2])
    disk = match[1] or match[2] if (match := _HPUX.match(shown)) else shown
    platform = "hpux" if match else "aix" if _AIX.match(shown) else None
    return platform, {"device": f"block:{disk}", "kernel_name": disk}, None


def _path(
    path: re.Match[str], line: int, common: dict[str, Value], disk: Value, lun: int | None, plugin: str | None, out: Writer
) -> None:  # fmt: skip
    printed_state = " ".join(filter(None, (path["map"], path["state"])))
    states = {_STATES.get(word.lower(), "unknown") for word in printed_state.split()}
    state = "dead" if "dead" in states else states.pop() if len(states) == 1 else "unknown"
    address, number, device = _ADDRESS.match(path["where"]), _NUMBER.match(path["name"]), _HPUX.match(path["name"])
    where: dict[str, Value] = {"hba": path["where"], "target": path["target"], "lun": lun}
    if address is not None:
        channel = [whole(part) for part in address.groups()]
        where = {
            "hctl": ":".join(map(str, channel)), "hba": f"host{channel[0]}", "target": ":".join(map(str, channel[:3])),
            "lun": channel[3],
        }  # fmt: skip
    out.add(
        # Numbers name a path of one disk only, so that disk is named as the system names it.
        "path", line, host=common["host"], device=disk if number else common["device"],
        path_name=number[1] if number else (device[1] or device[2]) if device else path["name"].removeprefix("/dev/"), **where,
        state=state, state_text=printed_state, optimised=path["type"] == "primary", plugin=plugin,
    )  # fmt: skip


READERS = (
    Reader(
        name="sanlun-lun-show", platform="sanlun", command="sanlun lun show -p",
        provides={
            "host": ("host", "platform", "multipath_software"),
            "device": word_list("""
                host device alias kernel_name vendor policy multipath_owner multipath_features hardware_handler default_owner
                current_owner size_bytes size_low_bytes size_high_bytes
            """),
            "device_owner": ("host", "device", "multipath_owner"),
            "path": word_list("host device path_name hctl hba target lun state state_text optimised plugin"),
        },
        detect=by_pattern("ONTAP Path: or E-Series Array: of sanlun", (94, _TITLE)), read=_read,
        needles=("ONTAP Path:|E-Series Array:", "Host Device:"), begins=_TITLE, trust=58,
    ),
)  # fmt: skip
