"""The routes from a host to a volume, as a terminal page and as JSON (``schemas/route.schema.json``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker.facts.normalise import plain_names
from checker.facts.port_place import port_place
from checker.report.base import Presentation
from checker.report.failure.what_if_json import dumped, unrecognised
from checker.report.text.sheet import Sheet
from checker.report.text.words import clean, plural

if TYPE_CHECKING:
    from checker.intake.record import ExportRecord
    from checker.topology.routes.reasons import Reason
    from checker.topology.routes.report import Hop, RouteReport, Way

_INDENT = 14


def route_page(report: RouteReport, presentation: Presentation) -> str:
    """Return every route as a terminal page: one block per host port, broken routes last."""
    sheet = Sheet(presentation)
    name = f" ({report.volume_name})" if report.volume_name not in (None, "", plain_names(report.volume)) else ""
    array = f" on {report.storage_array}" if report.storage_array else ""
    sheet.paragraph([(clean(f"{report.host} → {report.volume}{name}{array}"), "head")])
    if report.host_basis == "aliases":
        sheet.paragraph(
            [("No export of this host was read; its ports are those whose aliases have its name.", "warning")]
        )
    _verdict(sheet, report)
    for port, first in report.ports:
        ways = [way for way in report.ways if way.initiator == port]
        sheet.blank()
        sheet.paragraph([(_line(first[1:]), "head")])
        if not ways:
            sheet.paragraph([(_no_way(report), "dim")], indent=2)
        _ways(sheet, ways, len(first))
    other = [way for way in report.ways if way.initiator not in {port for port, _ in report.ports}]
    if other:
        sheet.blank()
        sheet.paragraph([("over iSCSI" if report.over_iscsi else "ports with unknown WWPN", "head")])
        _ways(sheet, other, 1)
    return sheet.render()


def _no_way(report: RouteReport) -> str:
    """Return why a host port has no route: which ports the volume should have is known only with its array."""
    if report.storage_array:
        return "no path, and none expected in its fabric"
    return "no path; the array of the volume is unknown, and so are the target ports to expect in this fabric"


def _verdict(sheet: Sheet, report: RouteReport) -> None:
    there = sum(way.basis != "suggested" for way in report.ways)
    missing = sum(way.state == "missing" for way in report.ways if way.basis == "suggested")
    open_ = len(report.ways) - there - missing
    whether = f"whether {open_} more {'is' if open_ == 1 else 'are'} missing is unknown" if open_ else ""
    planned = sum(way.basis == "planned" for way in report.ways)
    if planned:
        basis_text = f"no path list of the host was read; {plural(planned, 'path')} planned from zoning and masking"
        sheet.paragraph(
            [
                (basis_text, "warning"),
                (f", {missing} missing" if missing else "", ""),
                (f"; {whether}" if whether else "", ""),
            ]
        )
        return
    if not there:
        none = "; ".join(filter(None, ("no path", f"{missing} expected" if missing else "", whether)))
        sheet.paragraph([(none, "error")])
        return
    style = (
        "good"
        if there and report.live == there and not missing and not open_
        else "error"
        if not report.live
        else "warning"
    )
    unknown = sum(way.live is None for way in report.ways)
    parts = [f"{report.live} of {plural(there, 'path')} live"]
    parts += [f"{unknown} of unknown state"] if unknown else []
    parts += [f"{missing} expected but missing"] if missing else []
    parts += [whether] if whether else []
    sheet.paragraph([(", ".join(parts), style)])


def _ways(sheet: Sheet, ways: Sequence[Way], skip: int) -> None:
    """Write the routes of one port; routes missing for the same reasons are grouped."""
    for way in (way for way in ways if way.basis != "suggested"):
        style = "good" if way.live else "error" if way.live is False else "warning"
        text = _line(way.hops[skip:-1]) or "an unknown target"
        text += ", non-optimised" if way.optimised is False else ""
        label = [(f"  {clean(way.state):<{_INDENT - 2}}", style)]
        sheet.paragraph([(text, "")], label, _INDENT)
        _reasons(sheet, way.reasons)
    alike: dict[tuple[str, tuple[Reason, ...]], list[Way]] = {}
    for way in (way for way in ways if way.basis == "suggested"):
        alike.setdefault((way.state, way.reasons), []).append(way)
    for (state, reasons), group in alike.items():
        for number, way in enumerate(group):
            style = "error" if state == "missing" else "warning"
            label = [(f"  {state:<{_INDENT - 2}}" if number == 0 else "", style)]
            sheet.paragraph([(_line(way.hops[skip:-1]), "")], label, _INDENT)
        _reasons(sheet, reasons)


def _reasons(sheet: Sheet, reasons: Iterable[Reason]) -> None:
    for reason in reasons:
        sheet.paragraph([(clean(reason.text), "warning")], [(" " * _INDENT + "↳ ", "dim")], _INDENT + 2)


def _line(hops: Sequence[Hop]) -> str:
    """Return hops in one line; a target port is named with its director."""
    shown = []
    for number, hop in enumerate(hops):
        after = hops[number + 1] if number + 1 < len(hops) else None
        if hop.kind == "target_port" and after is not None and after.kind == "director":
            shown.append(_hop(replace(hop, name=port_place(after.name, hop.name))))
        elif hop.kind != "director":
            shown.append(_hop(hop))
    return clean(" → ".join(shown))


def _hop(hop: Hop) -> str:
    if hop.kind == "switch_port" and " and " in hop.name:
        return f"{hop.name} ({hop.detail})"
    if hop.kind == "switch_port":
        switch, _, port = hop.name.rpartition(" ")
        return f"{switch} port {port}" if switch else hop.name
    if hop.kind == "isl":
        return f"ISL {hop.name} ({hop.detail})"
    return f"{hop.name} ({hop.detail})" if hop.detail else hop.name


def route_json(report: RouteReport, records: Sequence[ExportRecord]) -> str:
    """Return every route as one JSON document."""
    return dumped(
        {
            "host": report.host,
            "host_basis": report.host_basis,
            "volume": report.volume,
            "volume_name": report.volume_name,
            "storage_array": report.storage_array,
            "live_paths": report.live,
            "ways": [_way(way) for way in report.ways],
            "unrecognised_files": unrecognised(records),
        }
    )


def _way(way: Way) -> dict[str, Any]:
    return {
        "initiator_wwpn": way.initiator,
        "target_wwpn": way.target,
        "state": way.state,
        "live": way.live,
        "optimised": way.optimised,
        "basis": way.basis,
        "fabric": way.fabric,
        "hops": [{"kind": hop.kind, "name": hop.name, "detail": hop.detail} for hop in way.hops],
        "reasons": [{"code": reason.code, "text": reason.text} for reason in way.reasons],
    }
