"""Output of any VPlexcli command: each table and line is recognised by its own wording.

Captures contain the output of several commands without prompts between them, so one pass reads all of them; the readers
in this folder identify the first command of a capture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.numbers import decimal
from checker.readers.vplex.cli.blocks import CutOff, Table, Text, blocks
from checker.readers.vplex.cli.lines import LineReader
from checker.readers.vplex.groups import write_object
from checker.readers.vplex.objects import (
    Place,
    VplexObject,
    add_director,
    add_setting,
    add_system,
    cluster_of,
    guess_type,
    locate,
)  # fmt: skip

_DIRECTOR_PATH = re.compile(r"/engines/([^/]+)/directors/([^/]+)\Z")
_IN_BRACKETS = re.compile(r"\((\S+)\)")
_RATE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,6})?) ?([KMGT])?B?/s(?:ec)?\Z", re.IGNORECASE)
_TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,6})?) ?(sec|min|hour|hr|day)s?\Z", re.IGNORECASE)
_SECONDS = {"sec": 1, "min": 60, "hour": 3600, "hr": 3600, "day": 86_400}
_LOCAL_REBUILDS = re.compile(r"(?<!\S)(\S+) local rebuilds:", re.IGNORECASE)


def read_cli(capture: Capture, out: Writer) -> None:
    """Read VPlexcli output."""
    before = out.records
    read_cli_lines(capture.numbered(), capture.command, out, capture.owner)
    add_system(out, capture.first_line, capture.owner, before)


def read_cli_lines(numbered: Sequence[tuple[int, str]], command: str | None, out: Writer, owner: str) -> None:
    """Read numbered lines of VPlexcli output, such as the text inside a REST answer."""
    lines = LineReader(out, owner, command)
    last = 0
    for block in blocks(numbered, command):
        if isinstance(block, CutOff):
            _cut_off(out, block.line)
        elif isinstance(block, Text):
            if not lines.read(block):
                out.unread(block.line)
        else:
            last = block.rows[-1].line if block.rows else block.line
            if block.columns.names and block.columns.names[0].endswith("-summary"):
                # The title of a summary has a ruler below it but is not followed by a table.
                for line, text in _title_and_rows(block):
                    if not lines.read(Text(line, text, block.context)):
                        out.unread(line)
                continue
            _read_table(block, out, owner)
            for line in block.unmatched:
                out.unread(line)
            if block.cut_off:
                _cut_off(out, last)


def _title_and_rows(table: Table) -> Iterator[tuple[int, str]]:
    yield table.line, " ".join(name.replace("-summary", " summary") for name in table.columns.names)
    for row in table.rows:
        yield row.line, "  ".join(row.cells) if row.cells[0] else "    " + "  ".join(row.cells[1:])
    for line in table.unmatched:
        yield line, ""


def _cut_off(out: Writer, line: int) -> None:
    out.ends_inside_record = True
    out.note(line, "the text ends inside a table; the rest is missing")


def _read_table(table: Table, out: Writer, owner: str) -> None:
    names = table.columns.names
    if not names:
        return
    first = names[0]
    special = _SPECIAL.get((first, names[1] if len(names) > 1 else ""))
    if special is not None:
        special(table, out, owner)
    elif first in ("cg-name", "cg") and "operational-status" in names:
        for line, values in table.records():
            place = Place("consistency-group", values[first])
            write_object(VplexObject(place, line, dict(values)), out, owner)
    elif first == "cluster-name":
        _read_health_table(table, out, owner)
    elif first == "director" or names[1:] == ["health-indications"]:
        _read_health_rows(table, out, owner)
    elif "rebuild-type" in names:
        _read_rebuilds(table, out, owner)
    elif first != "name" or len(set(names)) != len(names):
        out.unread(table.line, 1 + len(table.rows))
    elif names == ["name", "value"]:
        _read_leaf(table, out, owner)
    elif names in (["name"], ["name", "description"]) and table.label == "Contexts:":
        return
    else:
        _read_children(table, out, owner)


def _read_leaf(table: Table, out: Writer, owner: str) -> None:
    values: dict[str, object] = {}
    lines: dict[str, int] = {}
    for row in table.rows:
        values[row.cells[0]] = row.cells[1]
        lines[row.cells[0]] = row.line
    place = locate(table.context) if table.context else None
    if place is None and (guessed := guess_type(values)) is not None and table.context is None:
        name = values.get("name")
        place = Place(guessed, name if isinstance(name, str) else None)
    if place is None or not table.rows:
        out.unread(table.line, len(table.rows))
        return
    if not write_object(VplexObject(place, table.rows[0].line, values, lines), out, owner):
        out.unread(table.line, len(table.rows))


def _read_children(table: Table, out: Writer, owner: str) -> None:
    guessed = None if table.context else guess_type(dict.fromkeys(table.columns.names))
    if (listed := _SYSTEM_VOLUMES.fullmatch(table.context or "")) is not None and not table.cut_off:
        _count_logging_volumes(table, listed[1], out, owner)
    for line, values in table.records():
        name = values["name"]
        if not name or name == "-":
            out.unread(line)
            continue
        place = locate(f"{table.context}/{name}") if table.context else None
        if place is None and table.context is None and guessed is not None:
            place = Place(guessed, name, cluster_of(name))
        if place is None or not write_object(VplexObject(place, line, dict(values)), out, owner):
            out.unread(line)


def _count_logging_volumes(table: Table, cluster: str, out: Writer, owner: str) -> None:
    """Write how many logging volumes the list of all system volumes of a cluster contains: it may be none."""
    if "volume-type" in table.columns.names and not table.unmatched:
        types = [values["volume-type"].lower() for _, values in table.records()]
        count = sum(one.startswith("logging") for one in types)
        out.add("vplex_cluster", table.line, storage_array=owner, cluster=cluster, logging_volumes=count)


def _read_clusters(table: Table, out: Writer, owner: str) -> None:
    """Read the table of ``cluster summary``, which has no context."""
    for line, values in table.records():
        write_object(VplexObject(Place("cluster", values["name"], values["name"]), line, dict(values)), out, owner)


def _read_islands(table: Table, out: Writer, owner: str) -> None:
    for line, values in table.records():
        for name in values["clusters"].split(","):
            if name.strip():
                out.add("vplex_cluster", line, storage_array=owner, cluster=name.strip(), island_id=values["island-id"])


def _read_health_table(table: Table, out: Writer, owner: str) -> None:
    """Read a table of the long ``health-check``: clusters, metadata volumes, and counts of other objects."""
    for line, values in table.records():
        cluster = values.pop("cluster-name")
        if not cluster or cluster == "-":
            out.unread(line)
            continue
        renamed = {name.replace("oper-state", "operational-status"): value for name, value in values.items()}
        if "volume-name" in renamed and "volume-type" in renamed:
            place = Place("system-volume", renamed["volume-name"], cluster)
            write_object(VplexObject(place, line, dict(renamed)), out, owner)
        elif "operational-status" in renamed and "cluster-id" in renamed:
            write_object(VplexObject(Place("cluster", cluster, cluster), line, dict(renamed)), out, owner)
        else:
            for name, value in renamed.items():
                if value not in ("", "-"):
                    add_setting(out, line, owner, f"{cluster} health-check", name, value.lower())


def _read_health_rows(table: Table, out: Writer, owner: str) -> None:
    """Read a table of the long ``health-check`` about directors, or a list of unhealthy objects: settings of each row."""
    first = table.columns.names[0]
    for line, values in table.records():
        name = values.pop(first)
        for setting, value in values.items():
            if name and value not in ("", "-"):
                add_setting(out, line, owner, f"{name} health-check", setting, value.lower())


def _read_view_summary(table: Table, out: Writer, owner: str) -> None:
    """Read ``export storage-view summary``; the cluster is in brackets in the title."""
    match = _IN_BRACKETS.search(table.title)
    for line, values in table.records():
        out.add(
            "mask_view", line, storage_array=owner, cluster=match.group(1) if match else None, view=values["view-name"],
            health_state=values["health-state"].lower() or None,
        )  # fmt: skip
    out.counted_records = (out.counted_records or 0) + len(table.rows)


def _read_transfer_sizes(table: Table, out: Writer, owner: str) -> None:
    """Read ``rebuild show-transfer-size``; the output does not contain the cluster of a device."""
    for line, values in table.records():
        printed = values["transfer-size"]
        size = normalise.size_bytes(printed)
        if size is None and printed not in ("", "-"):
            out.bad_value("vplex_device", "transfer_size_bytes", printed, line, values["device-name"])
        out.add(
            "vplex_device", line, storage_array=owner, vplex_device=values["device-name"], transfer_size_bytes=size,
            transfer_size_text=None if printed in ("", "-") else printed,
        )  # fmt: skip


def _read_rebuilds(table: Table, out: Writer, owner: str) -> None:
    """Read the tables of ``rebuild status``: devices that are being rebuilt."""
    local = _LOCAL_REBUILDS.search(table.title)
    everywhere = table.title.lower().startswith("global")
    for line, values in table.records():
        name = values.get("device") or values.get("device-name") or values.get("device_name") or ""
        if not name:
            out.unread(line)
            continue
        out.add(
            "vplex_device", line, storage_array=owner,
            cluster="" if everywhere else (local.group(1) if local else None), vplex_device=name,
            distributed=True if everywhere else None, rebuild_status="rebuilding",
            rebuild_type=values["rebuild-type"].lower(), rebuild_mbps=_throughput(values.get("throughput")),
            rebuild_remaining_seconds=_duration(values.get("eta")),
        )  # fmt: skip


def _throughput(text: str | None) -> float | None:
    """Return ``31.8M/s`` in 10^6 bytes a second; VPLEX counts in powers of 1024."""
    match = _RATE.match((text or "").strip())
    if match is None:
        return None
    factor = decimal(1024 ** " kmgt".index((match[2] or " ").lower()))
    return round(decimal(match[1]) * factor / 1_000_000, 3)


def _duration(text: str | None) -> float | None:
    """Return ``2.4min`` or ``1.5hr`` in seconds."""
    match = _TIME.match((text or "").strip())
    return round(decimal(match[1]) * _SECONDS[match[2].lower()], 1) if match else None


def _read_versions(table: Table, out: Writer, owner: str) -> None:
    """Read ``version -a``: the product version and the version of each director."""
    for line, values in table.records():
        what, version = values["what"], values["version"]
        director = _DIRECTOR_PATH.match(what)
        if director is not None:
            engine, name = director.groups()
            add_director(out, line, owner, name, engine, version=version)
        elif what == "Product Version":
            out.add("storage_array", line, storage_array=owner, array_version=version)


_SYSTEM_VOLUMES = re.compile(r"/clusters/([^/\s]+)/system-volumes/?")
_SPECIAL: Mapping[tuple[str, str], Callable[[Table, Writer, str], None]] = {
    ("view-name", "health-state"): _read_view_summary, ("device-name", "transfer-size"): _read_transfer_sizes,
    ("what", "version"): _read_versions, ("name", "cluster-id"): _read_clusters,
    ("island-id", "clusters"): _read_islands,
}  # fmt: skip
