"""``sanlint fleet report``: one page on a fleet; its list of sites has only the rows in view, so that it stays usable at 10,000."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from checker.fleet.questions import TOP, Question, ask
from checker.report.page.escape import block, shown, table
from checker.report.page.policy import document
from checker.report.text.words import plural, shortened
from checker.report.trend import trend_svg

if TYPE_CHECKING:
    from checker.fleet.store.results import Results
    from checker.report.lists.base import Listing, Row

FIELDS = ("site", "month", "errors", "warnings", "infos", "share", "verdict", "state", "page")
"""Columns of the list of sites, as the script reads them."""
_ASSETS = Path(__file__).with_name("assets")
_RULES = 10
_POOREST = 20
_WITHOUT_SCRIPT = 100
_EXPORTS = 3

_SITES = Question(
    "sites",
    "Sites",
    "",
    """
    WITH newest AS (SELECT *, row_number() OVER (PARTITION BY site ORDER BY month DESC, state = 'audited' DESC,
                        captured_at DESC NULLS LAST, audited_at DESC, bundle) AS place FROM bundles)
    SELECT site, month, coalesce(errors, 0) AS errors, coalesce(warnings, 0) AS warnings, coalesce(infos, 0) AS infos,
        coalesce(rules_not_evaluated / nullif(rules_evaluated + rules_not_evaluated, 0), 0) AS share,
        coalesce(verdict, '') AS verdict, state, page, reason, source
    FROM newest WHERE place = 1 ORDER BY errors DESC, warnings DESC, infos DESC, site
    """,
    {},
)
_MONTHS = Question(
    "months",
    "Months",
    "",
    """
    SELECT month, count(DISTINCT b.site) AS sites, sum(errors) AS error, sum(warnings) AS warning, sum(infos) AS info
    FROM bundles b JOIN latest USING (site, month, bundle) GROUP BY month ORDER BY month
    """,
    {},
)
_GAPS = Question(
    "gaps",
    "Exports",
    "",
    """
    SELECT site, command FROM (
        SELECT site, command, count(*) AS rules, row_number() OVER (PARTITION BY site ORDER BY count(*) DESC, command) AS place
        FROM (SELECT site, unnest(exports) AS command FROM rules JOIN now USING (site, month, bundle)
              WHERE site IN (SELECT unnest(string_split($sites, chr(10)))))
        GROUP BY site, command) WHERE place <= 3 ORDER BY site, place
    """,
    {},
)


def page(results: Results, target: Path) -> str:
    """Return the page.

    Args:
        results: the results.
        target: where the page will be, for links to the reports of sites.

    Raises:
        UsageError: there are no results.
    """
    sites, months, top = ask(results, (_SITES, _MONTHS, TOP))
    parts = [
        ("summary", "Summary", _summary(sites.rows, months.rows)),
        ("trend", "Open findings over time", _trend(months.rows)),
        ("rules", "The ten rules that matter most", _rules(top)),
        ("sites", "Sites", _sites(sites.rows)),
        ("coverage", "Sites with the poorest coverage", _coverage(results, sites.rows)),
        ("problems", "Sites that could not be audited", _problems(sites.rows)),
    ]
    body = "".join(
        f'<section class="part" id="{anchor}" aria-labelledby="{anchor}-title"><h2 id="{anchor}-title">{shown(title)}</h2>{markup}</section>\n'
        for anchor, title, markup in parts
    )
    data = block(
        {"fields": FIELDS, "sites": [[_value(row, name, results, target) for name in FIELDS] for row in sites.rows]}
    )
    style, script = (
        (_ASSETS / "sites.css").read_text(encoding="utf-8"),
        (_ASSETS / "sites.js").read_text(encoding="utf-8"),
    )
    nav = ("Parts of this page", {anchor: title for anchor, title, _ in parts})
    return document("Fleet", nav, body, style, (script, data))


def _value(row: Row, name: str, results: Results, target: Path) -> str | int | float:
    if name == "page":
        place = row["page"]
        return quote(Path(os.path.relpath(results.folder / place, target.parent)).as_posix()) if place else ""
    value: str | int | float = row[name]
    return round(value, 4) if isinstance(value, float) else value


def _summary(sites: Sequence[Row], months: Sequence[Row]) -> str:
    audited = [row for row in sites if row["state"] == "audited"]
    counts = [
        ("error", "with errors", sum(row["errors"] > 0 for row in audited)),
        ("warning", "with warnings, no error", sum(row["warnings"] > 0 and not row["errors"] for row in audited)),
        (
            "info",
            "with infos only",
            sum(row["infos"] > 0 and not row["errors"] and not row["warnings"] for row in audited),
        ),
        ("", "without a finding", sum(row["verdict"] == "clean" for row in audited)),
        ("", "without a finding, not fully evaluated", sum(row["verdict"] == "incomplete" for row in audited)),
        ("", "not audited", len(sites) - len(audited)),
    ]
    listed = "".join(f'<li class="{kind}"><b>{count:,}</b>{text}</li>' for kind, text, count in counts)
    first, last = (months[0]["month"], months[-1]["month"]) if months else ("", "")
    span = f" from {first} to {last}" if first != last else f" of {first}" if first else ""
    return (
        f'<p>{plural(len(sites), "site")}{shown(span)}, each by its newest bundle.</p><ul class="counts">{listed}</ul>'
    )


def _trend(months: Sequence[Row]) -> str:
    points = [
        (
            datetime.fromisoformat(f"{row['month']}-01"),
            Counter({name: int(row[name] or 0) for name in ("error", "warning", "info")}),
        )
        for row in months
    ]
    picture = trend_svg(points) if points else None
    rows = [
        (
            shown(row["month"]),
            f"{row['sites']:,}",
            *(f"{int(row[name] or 0):,}" for name in ("error", "warning", "info")),
        )
        for row in months
    ]
    header = ("Month", "Sites", "Errors", "Warnings", "Infos")
    note = (
        "<p>The number of sites differs from month to month; compare it, too.</p>"
        if len({row["sites"] for row in months}) > 1
        else ""
    )
    return f"{picture or ''}{note}{table('Open findings by month', header, rows)}"


def _rules(top: Listing) -> str:
    worst = {"error": 0, "warning": 1, "info": 2}
    chosen = sorted(top.rows, key=lambda row: (worst.get(row["worst"], 3), -row["sites"], row["rule"]))[:_RULES]
    rows = [
        (
            shown(row["rule"]),
            shown(row["name"] or ""),
            f'<span class="{row["worst"]}">{row["worst"]}</span>',
            f"{row['sites']:,}",
            f"{row['new']:,}",
            f"{row['not_evaluated']:,}",
        )
        for row in chosen
    ]
    header = ("Rule", "Name", "Severity", "Sites", "New", "Not evaluated")
    text = "By severity, then by sites affected. New: sites without it in their bundle before. Not evaluated: sites where it could not be judged on any object."
    return f"<p>{text}</p>{table('Rules', header, rows)}" if rows else "<p>No site has a finding.</p>"


def _sites(sites: Sequence[Row]) -> str:
    header = ("Site", "Month", "Errors", "Warnings", "Infos", "Rules not fully evaluated", "Result")
    plain = [
        (shown(row["site"]), shown(row["month"]), str(row["errors"]), str(row["warnings"]), str(row["infos"]), f"{row['share']:.0%}", shown(row["verdict"] or row["state"]))
        for row in sites[:_WITHOUT_SCRIPT]
    ]  # fmt: skip
    more = f"<p>The worst {_WITHOUT_SCRIPT} of {len(sites):,} sites.</p>" if len(sites) > _WITHOUT_SCRIPT else ""
    heads = "".join(
        f'<th scope="col" class="{kind}">{text}</th>'
        for kind, text in (("", "Site"), ("when", "Month"), ("n", "Errors"), ("n", "Warnings"), ("n", "Infos"), ("n wide", "Not evaluated"), ("result", "Result"))
    )  # fmt: skip
    return (
        '<div class="with-script" hidden><div class="finder">'
        '<input id="find" type="search" placeholder="Find a site" aria-label="Find a site">'
        '<label>Show <select id="only"><option value="all">all</option><option value="errors">with errors</option>'
        '<option value="warnings">with warnings</option><option value="incomplete">not fully evaluated</option>'
        '<option value="failed">not audited</option></select></label>'
        '<label>Sort by <select id="order"><option value="errors">findings</option><option value="site">name</option>'
        '<option value="coverage">coverage, poorest first</option><option value="month">month, oldest first</option></select></label>'
        '<span id="count" role="status" class="dim"></span></div>'
        '<div class="rows-box" id="rows" tabindex="0" role="region" aria-label="Sites">'
        f"<table><thead><tr>{heads}</tr></thead><tbody></tbody></table></div></div>"
        f"<noscript>{more}{table('Sites', header, plain)}</noscript>"
    )


def _coverage(results: Results, sites: Sequence[Row]) -> str:
    audited = [row for row in sites if row["state"] == "audited"]
    poorest = sorted(audited, key=lambda row: (-row["share"], row["site"]))[:_POOREST]
    poorest = [row for row in poorest if row["share"] > 0]
    if not poorest:
        return "<p>All rules that apply were evaluated at every site.</p>"
    (gaps,) = ask(results, (_GAPS,), sites="\n".join(row["site"] for row in poorest))
    commands: dict[str, list[str]] = {}
    for row in gaps.rows:
        commands.setdefault(row["site"], []).append(row["command"])
    rows = [
        (
            shown(row["site"]),
            f"{row['share']:.0%}",
            shown(shortened(commands.get(row["site"], []), _EXPORTS)) or "unknown",
        )
        for row in poorest
    ]
    header = ("Site", "Rules not fully evaluated", "Exports that would help most")
    return f"<p>Of the rules that apply to what the site has exported.</p>{table('Coverage', header, rows)}"


def _problems(sites: Sequence[Row]) -> str:
    rows = [
        (shown(row["site"]), shown(row["month"]), shown(row["source"] or ""), shown(row["reason"] or ""))
        for row in sites
        if row["state"] != "audited"
    ]
    if not rows:
        return "<p>Every site was audited.</p>"
    others = len(rows) - _WITHOUT_SCRIPT
    more = f"<p>And {others:,} more: choose “not audited” in the list of sites.</p>" if others > 0 else ""
    rows = rows[:_WITHOUT_SCRIPT]
    return more + table("Sites that could not be audited", ("Site", "Month", "Bundle", "Reason"), rows)
