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

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.linux.block.names import map_identity
from checker.readers.linux.multipath.fields import no_path_retry
from checker.readers.linux.multipath.path_list import (
    FREE,
    PATH_COLUMNS,
    PATH_HEADER,
    WORD,
    Rows,
    cell,
    product,
    rows_below,
    write_path,
)
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.rounded import facts as size_facts
from checker.readers.toolkit.rounded import interval

_MAP_COLUMNS = {
    "vend/prod/rev": FREE, "vpd page data": FREE, "name": WORD,
    "sysfs": r"(?:dm-[0-9]{1,9}|nvme\S{1,40}|-|\[undef\])", "uuid": FREE, "failback": WORD,
    "queueing": r"(?:[0-9]{1,9} (?:sec|chk)|\S+)", "paths": r"(?:[0-9]{1,18}|-|\[undef\])", "dm-st": WORD,
    "write_prot": WORD, "size": r"[0-9.]+ ?[KMGTP]?", "features": FREE, "hwhandler": FREE,
    "failures": r"(?:[0-9]{1,18}|-|\[undef\])", "action": FREE, "path_faults": r"(?:[0-9]{1,18}|-|\[undef\])",
    "switch_grp": r"(?:[0-9]{1,18}|-|\[undef\])", "map_loads": r"(?:[0-9]{1,18}|-|\[undef\])",
    "total_q_time": r"(?:[0-9]{1,18}|-|\[undef\])", "q_timeouts": r"(?:[0-9]{1,18}|-|\[undef\])", "foreign": WORD,
    "vend": FREE, "prod": FREE, "rev": FREE,
}  # fmt: skip
_MAP_HEADER = re.compile(
    r"^[ \t]*name[ \t]+(?:sysfs|failback|path_faults|uuid|queueing|paths|dm-st)\b[^\n]{0,200}$", re.MULTILINE
)
_NOISE = re.compile(
    r"multipathd> ?|[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?multipathd? |===> |(?:ok|success|none)\Z|-+\Z"
)


def _read(capture: Capture, out: Writer, of_maps: bool) -> None:
    header_pattern, columns = (_MAP_HEADER, _MAP_COLUMNS) if of_maps else (PATH_HEADER, PATH_COLUMNS)
    rows: Rows | None = None
    host_written = False
    last = capture.first_line + capture.text.rstrip().count("\n")
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if header_pattern.match(line) and (found := rows_below(text, columns)):
            rows = found
            continue
        cells = rows.cells(line) if rows else None
        if cells is not None:
            if not host_written:
                out.add("host", number, host=capture.owner, platform="linux", multipath_software="dm-multipath")
                host_written = True
            (_write_map if of_maps else write_path)(cells, number, capture.owner, out)
        elif rows and number == last and not _NOISE.match(text):
            out.ends_inside_record = True
            out.note(number, "truncated: the last row of the table is incomplete and was skipped")
        elif not _NOISE.match(text):
            out.unread(number)


def _write_map(cells: Mapping[str, str], line: int, host: str, out: Writer) -> None:
    name, uuid, kernel_name = cell(cells, "name"), cell(cells, "uuid"), cell(cells, "sysfs")
    if name is None and uuid is None:
        return
    alias = name if name != uuid and normalise.device_id(name) is None else None
    device = map_identity(uuid or name or "", alias, kernel_name, line, out) if uuid else normalise.device_id(name)
    if device is None and alias:
        device = f"block:mapper/{alias}"
    if device is None:
        return
    vendor, model = product(cells.get("vend/prod/rev", ""))
    features = cell(cells, "features")
    out.add(
        "device", line, host=host, device=device, alias=alias, kernel_name=kernel_name,
        vendor=vendor or cell(cells, "vend"), model=model or cell(cells, "prod"),
        working_paths=normalise.integer(cells.get("paths")),
        no_path_retry=no_path_retry(cells.get("queueing")), multipath_features=features,
        queue_if_no_path="queue_if_no_path" in features if features else None,
        hardware_handler=cell(cells, "hwhandler"), **size_facts("size", interval(cells.get("size"))),
        device_state=cell(cells, "dm-st"), multipath_owner="dm-multipath",
    )  # fmt: skip
    out.add("device_owner", line, host=host, device=device, multipath_owner="dm-multipath")


def _detect_paths(capture: Capture) -> Detection | None:
    match = PATH_HEADER.search(capture.head)
    # multipath -v3 prints the same columns below this title, with what it decided about the maps after them.
    if match and "= paths list =" not in capture.head and rows_below(match.group(0), PATH_COLUMNS):
        return Detection(91, "column headings of multipathd show paths")
    return None


def _detect_maps(capture: Capture) -> Detection | None:
    match = _MAP_HEADER.search(capture.head)
    if match and rows_below(match.group(0), _MAP_COLUMNS):
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
            "scsi_address": ("host", "kernel_name", "hctl"),
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
                queue_if_no_path hardware_handler size_bytes size_low_bytes size_high_bytes device_state multipath_owner
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
