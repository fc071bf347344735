"""Tables of multipathd: ``show paths``, ``show maps``, ``show maps status|stats``, each with ``format``/``raw`` variants.

Samples::

    hcil     dev dev_t pri dm_st  chk_st      dev_st  next_check
    3:0:1:4  sdk 8:160 50  active i/o pending running XXX....... 7/20

    name  sysfs uuid
    data7 dm-4  36000144000000010300aa00000000001

Versions 0.4.7 and 0.4.8 print states in adjacent brackets. ``format "%i %d %w %R %r"`` can select any columns.
The LUN of a path is known only if the listing has a column with WWID or map name; ``orphan`` means no map.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.linux.block.names import map_identity
from checker.readers.linux.multipath.fields import host_adapter, is_plain_name, read_product
from checker.readers.linux.multipath.states import path_state
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

# Column headings of libmultipath's print.c, with the pattern of their cells. Headings of two words come first.
_WORD = r"\S+"
_FREE = r".{0,80}?"
# Each additional free-text column multiplies the ways to match a line that is not a row.
_MOST_FREE = 2
_LONGEST_ROW = 2000
_PATH_COLUMNS = {
    "host adapter": r"\S+", "host WWNN": _WORD, "target WWNN": _WORD, "host WWPN": _WORD, "target WWPN": _WORD,
    "vpd page data": _FREE, "LUN hex": _WORD, "vend/prod/rev": _FREE,
    "next_check": r"(?:[X.]{2,40}[ \t]+[0-9]{1,9}/[0-9]{1,9}|\[?orphan\]?|\S+|)",
    "chk_st": r"(?:\[?i/o (?:pending|timeout)\]?|\S+)", "hcil": _WORD, "dev_t": _WORD, "dm_st": _WORD, "dev_st": _WORD,
    "init_st": _WORD, "marginal_st": _WORD, "checker": _WORD, "multipath": _WORD, "protocol": _WORD, "failures": _WORD,
    "foreign": _WORD, "serial": _FREE, "size": r"[0-9.]+ ?[KMGTP]?", "uuid": _FREE, "pri": _WORD, "dev": _WORD,
}  # fmt: skip
_MAP_COLUMNS = {
    "vend/prod/rev": _FREE, "vpd page data": _FREE, "name": _WORD,
    "sysfs": r"(?:dm-[0-9]{1,9}|nvme\S{1,40}|-|\[undef\])", "uuid": _FREE, "failback": _WORD,
    "queueing": r"(?:[0-9]{1,9} (?:sec|chk)|\S+)", "paths": r"(?:[0-9]{1,18}|-|\[undef\])", "dm-st": _WORD,
    "write_prot": _WORD, "size": r"[0-9.]+ ?[KMGTP]?", "features": _FREE, "hwhandler": _FREE,
    "failures": r"(?:[0-9]{1,18}|-|\[undef\])", "action": _FREE, "path_faults": r"(?:[0-9]{1,18}|-|\[undef\])",
    "switch_grp": r"(?:[0-9]{1,18}|-|\[undef\])", "map_loads": r"(?:[0-9]{1,18}|-|\[undef\])",
    "total_q_time": r"(?:[0-9]{1,18}|-|\[undef\])", "q_timeouts": r"(?:[0-9]{1,18}|-|\[undef\])", "foreign": _WORD,
    "vend": _FREE, "prod": _FREE, "rev": _FREE,
}  # fmt: skip
_PATH_HEADER = re.compile(
    r"^[ \t]*(?=[^\n]{0,300}\b(?:hcil|dev)\b)(?=[^\n]{0,300}\b(?:dm_st|chk_st|dev_st|dev_t|uuid|host WWPN|target WWPN|pri)\b)"
    r"(?:(?:host adapter|(?:host|target) WW[NP]N|vpd page data|LUN hex|vend/prod/rev|next_check|chk_st|hcil|dev_t|dm_st"
    r"|dev_st|init_st|marginal_st|checker|multipath|protocol|failures|foreign|serial|size|uuid|pri|dev)(?=[ \t\n]|\Z)[ \t]*)"
    r"{2,30}$",
    re.MULTILINE,
)
_MAP_HEADER = re.compile(
    r"^[ \t]*name[ \t]+(?:sysfs|failback|path_faults|uuid|queueing|paths|dm-st)\b[^\n]{0,200}$", re.MULTILINE
)
_NOISE = re.compile(
    r"multipathd> ?|[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?multipathd? |===> |(?:ok|success|none)\Z|-+\Z"
)
_NO_PATH_RETRY = {"off": "fail", "on": "queue"}
_NOTHING = frozenset(("", "-", "[undef]", "[unknown]", "[orphan]", "undef", "##", "##,##", "[n/a]", "#:#:#:#"))


@cache
def _row_pattern(header: str, of_maps: bool) -> tuple[tuple[str, ...], re.Pattern[str]] | None:
    """Return the columns of a header line and the pattern of its rows; None if it has an unknown heading."""
    known = _MAP_COLUMNS if of_maps else _PATH_COLUMNS
    names: list[str] = []
    rest = header.strip()
    while rest:
        name = next((name for name in known if rest == name or rest.startswith((name + " ", name + "\t"))), None)
        if name is None or name in names:
            return None
        names.append(name)
        rest = rest[len(name) :].lstrip()
    free = [name for name in names if known[name] == _FREE][:_MOST_FREE]
    cells = [f"({known[name] if known[name] != _FREE or name in free else _WORD})" for name in names]
    return tuple(names), re.compile(r"\s*" + r"[ \t]+".join(cells) + r"\s*\Z")


def _read(capture: Capture, out: Writer, of_maps: bool) -> None:
    header_pattern = _MAP_HEADER if of_maps else _PATH_HEADER
    layout: tuple[tuple[str, ...], re.Pattern[str]] | None = None
    host_written = False
    last = capture.first_line + capture.text.rstrip().count("\n")
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if header_pattern.match(line) and (found := _row_pattern(text, of_maps)):
            layout = found
            continue
        # Old versions print adjacent brackets; a blank between them separates the words.
        match = layout[1].match(line.replace("][", "] [")) if layout and len(line) < _LONGEST_ROW else None
        if layout and match:
            if not host_written:
                out.add("host", number, host=capture.owner, platform="linux", multipath_software="dm-multipath")
                host_written = True
            cells = {name: cell.strip() for name, cell in zip(layout[0], match.groups(), strict=True)}
            (_write_map if of_maps else _write_path)(cells, number, capture.owner, out)
        elif layout and number == last and not _NOISE.match(text):
            out.ends_inside_record = True
            out.note(number, "truncated: the last row of the table is incomplete and was skipped")
        elif not _NOISE.match(text):
            out.unread(number)


def _cell(cells: Mapping[str, str], name: str) -> str | None:
    text = cells.get(name)
    return None if text is None or text in _NOTHING else text


def _write_path(cells: Mapping[str, str], line: int, host: str, out: Writer) -> None:
    if "orphan" in (cells.get("next_check", "").strip("[]"), cells.get("multipath", "").strip("[]")):
        return
    name, address, uuid, alias = (_cell(cells, key) for key in ("dev", "hcil", "uuid", "multipath"))
    if name is None and address is None:
        return
    device = map_identity(uuid, alias if alias != uuid else None, None, line, out) if uuid else None
    if device is None and alias:
        device = normalise.device_id(alias) or f"block:mapper/{alias}"
    place = f"{host} {name or address}"
    words = [cells.get(key, "") for key in ("dm_st", "chk_st", "dev_st")]
    facts: dict[str, Value] = {}
    if any(words[:2]):
        # Missing words must not shift the others: states are identified by position.
        path_status = path_state(" ".join(word.strip("[]") or "undef" for word in words))
        facts.update(state=path_status[0], state_text=" ".join(word for word in words if word).replace("] [", "]["))
    priority = normalise.integer(cells.get("pri"))
    scsi = address if address and re.fullmatch(r"[0-9]+(?::[0-9]+){3}", address) and is_plain_name(name or "") else None
    protocol = cells.get("protocol", "")
    initiator = out.wwn(_cell(cells, "host WWPN"), line, "path", "initiator_wwpn", place)
    target = out.wwn(_cell(cells, "target WWPN"), line, "path", "target_wwpn", place)
    if protocol.startswith("nvme") or (name or "").startswith("nvme"):
        facts["protocol"] = "nvme"
    elif protocol == "scsi:fcp" or (initiator and target):
        facts.update(protocol="fcp", transport="fc")
    elif protocol.startswith("scsi:"):
        facts["transport"] = protocol.removeprefix("scsi:")
    out.add(
        "path", line, host=host, device=device, path_name=name, hctl=scsi, hba=host_adapter(scsi) if scsi else None,
        target=scsi.rpartition(":")[0] if scsi else None,
        lun=normalise.integer(scsi.rpartition(":")[2]) if scsi else None, initiator_wwpn=initiator, target_wwpn=target,
        priority=None if priority is None or priority < 0 else priority, plugin="dm-multipath", **facts,
    )  # fmt: skip
    if device is not None:
        vendor, model = read_product(cells.get("vend/prod/rev", "").rpartition(",")[0])
        out.add("device_owner", line, host=host, device=device, multipath_owner="dm-multipath")
        known = {"alias": alias if alias != uuid else None, "vendor": vendor, "model": model}
        out.add("device", line, host=host, device=device, multipath_owner="dm-multipath", **known)


def _write_map(cells: Mapping[str, str], line: int, host: str, out: Writer) -> None:
    name, uuid, kernel_name = _cell(cells, "name"), _cell(cells, "uuid"), _cell(cells, "sysfs")
    if name is None and uuid is None:
        return
    alias = name if name != uuid and normalise.device_id(name) is None else None
    device = map_identity(uuid or name or "", alias, kernel_name, line, out) if uuid else normalise.device_id(name)
    if device is None and alias:
        device = f"block:mapper/{alias}"
    if device is None:
        return
    vendor, model = read_product(cells.get("vend/prod/rev", "").rpartition(",")[0])
    features = _cell(cells, "features")
    out.add(
        "device", line, host=host, device=device, alias=alias, kernel_name=kernel_name,
        vendor=vendor or _cell(cells, "vend"), model=model or _cell(cells, "prod"),
        working_paths=normalise.integer(cells.get("paths")),
        no_path_retry=_NO_PATH_RETRY.get(cells.get("queueing", "")), multipath_features=features,
        queue_if_no_path="queue_if_no_path" in features if features else None,
        hardware_handler=_cell(cells, "hwhandler"), size_bytes=normalise.size_bytes(cells.get("size")),
        device_state=_cell(cells, "dm-st"), multipath_owner="dm-multipath",
    )  # fmt: skip
    out.add("device_owner", line, host=host, device=device, multipath_owner="dm-multipath")


def _detect_paths(capture: Capture) -> Detection | None:
    match = _PATH_HEADER.search(capture.head)
    if match and _row_pattern(match.group(0).strip(), False):
        # multipath -v3 prints such a table before its maps.
        score = 85 if "paths list ==" in capture.head else 91
        return Detection(score, "column headings of multipathd show paths")
    return None


def _detect_maps(capture: Capture) -> Detection | None:
    match = _MAP_HEADER.search(capture.head)
    if match and _row_pattern(match.group(0).strip(), True):
        return Detection(91, "column headings of multipathd show maps")
    return None


_HOST = ("host", "platform", "multipath_software")
READERS = (
    Reader(
        name="linux-multipathd-paths",
        platform="linux",
        command="multipathd show paths",
        provides={
            "host": _HOST,
            "path": (
                "host", "device", "protocol", "transport", "path_name", "hctl", "hba", "target", "lun",
                "initiator_wwpn", "target_wwpn", "state", "state_text", "priority", "plugin",
            ),
            "device": ("host", "device", "alias", "vendor", "model", "multipath_owner"),
            "device_owner": ("host", "device", "multipath_owner"),
        },
        detect=_detect_paths,
        read=lambda capture, out: _read(capture, out, of_maps=False),
        needles=("dev",),
        begins=r"^[ \t]*hcil[ \t]+dev[ \t]+dev_t[ \t]",
        trust=55,
    ),
    Reader(
        name="linux-multipathd-maps",
        platform="linux",
        command="multipathd show maps",
        provides={
            "host": _HOST,
            "device": word_list("""
                host device alias kernel_name vendor model working_paths no_path_retry multipath_features
                queue_if_no_path hardware_handler size_bytes device_state multipath_owner
            """),
            "device_owner": ("host", "device", "multipath_owner"),
        },
        detect=_detect_maps,
        read=lambda capture, out: _read(capture, out, of_maps=True),
        needles=("name",),
        begins=r"^[ \t]*name[ \t]+(?:sysfs|failback|path_faults)[ \t]",
        verified=False,
        trust=55,
    ),
)  # fmt: skip
