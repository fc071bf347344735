"""The page as a whole: its parts in order, its identity and its content security policy.

The page is a single file and complete without its script: the script replaces the plain list of findings by a
searchable one and makes the picture clickable. On paper it is two documents: a sign-off of at most eight pages, and an
appendix with everything else (``assets/5-print.css``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from checker.report.page import controls, gaps, listing, paper, picture, signing, summary
from checker.report.page.data import page_data
from checker.report.page.escape import shown
from checker.report.page.policy import SVG_STYLE, policy, script, style
from checker.report.page.sections import section
from checker.report.page.view import rule_view, views
from checker.report.text.words import when

if TYPE_CHECKING:
    from checker.report.base import Presentation
    from checker.report.page.view import FindingView, RuleView
    from checker.rules.evaluate.finding import Report

_EARLY = 'document.documentElement.className="js";'
"""Runs before the page is drawn, so that the plain list does not flash up."""
_LATE = 'if(!document.documentElement.getAttribute("data-ready"))document.documentElement.className="";'
"""Runs last, in any browser: brings the plain list back if the page's script failed."""
_TAG = re.compile(r"<[^<>]*>")


def page(report: Report, presentation: Presentation) -> str:
    """Return the whole document."""
    rules = {}
    for finding in report.findings:
        if finding.rule not in rules:
            rules[finding.rule] = rule_view(finding.rule, finding.name, presentation)
    found = list(views(report.findings, presentation))
    drawn, nodes = picture.picture(report, presentation.graph)
    data = page_data(found, rules, nodes)
    covered, hidden, appendix = (
        gaps.coverage(report, presentation),
        gaps.hidden(report),
        gaps.appendix(report, presentation),
    )
    more = [(f"part-{number}", part.title, section(part)) for number, part in enumerate(presentation.sections, 1)]
    identity = _identity(report, presentation, data, covered, hidden, appendix, *(markup for _, _, markup in more))
    parts = [
        ("findings", "Findings", _findings(found, rules)),
        *([("hidden", "Suppressed findings", hidden)] if hidden else []),
        *([("topology", "Topology", drawn)] if drawn else []),
        *more,
        ("coverage", "Coverage", covered),
        ("sign-off", "Sign-off", signing.sign_off(report, identity)),
        ("appendix", "Appendix", appendix),
    ]
    body = _head(report, presentation, identity, found, rules, [(anchor, title) for anchor, title, _ in parts])
    body += "".join(
        f'<section class="part" id="{anchor}" aria-labelledby="{anchor}-title"><h2 id="{anchor}-title">{shown(title)}</h2>{markup}</section>'
        for anchor, title, markup in parts
    )
    running = _running(report, identity)
    styles = [style(), running, *SVG_STYLE.findall(body)]
    scripts = [_EARLY, script(), _LATE]
    title = f"sanlint: {summary.headline(report)}"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(styles, scripts)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="sanlint {shown(report.version)}"><meta name="referrer" content="no-referrer">\n'
        f"<title>{shown(title)}</title>\n<style>{styles[0]}</style><style>{running}</style>\n"
        f"<script>{_EARLY}</script></head>\n<body>\n"
        f'<a class="skip" href="#findings">Skip to the findings</a>\n{body}</main>\n{controls.HELP}'
        f'<script type="application/json" id="data">{data}</script>\n<script>{scripts[1]}</script>\n<script>{_LATE}</script>\n</body></html>\n'
    )


def _head(
    report: Report,
    presentation: Presentation,
    identity: str,
    found: Sequence[FindingView],
    rules: Mapping[str, RuleView],
    parts: Sequence[tuple[str, str]],
) -> str:
    links = "".join(f'<a href="#{anchor}">{shown(title)}</a>' for anchor, title in parts)
    return (
        '<header class="top"><p class="brand">sanlint</p><h1>SAN configuration audit</h1>'
        f'<nav aria-label="Sections of this report">{links}<span class="script-only"><button type="button" id="print">Print sign-off</button> '
        '<button type="button" id="appendix-print">Print appendix</button></span></nav></header>\n<main>'
        f'<p class="notice appendix-only">Appendix to document <code class="identity">{identity}</code>: '
        "all findings with their details, coverage, files and rules.</p>"
        f"{summary.verdict(report)}{summary.facts(report, presentation, identity)}"
        f"{summary.fault_tables(found, rules)}"
    )


def _findings(found: Sequence[FindingView], rules: Mapping[str, RuleView]) -> str:
    if not found:
        return '<p class="nothing">No findings.</p>'
    return (
        f'{controls.controls(found, rules)}{paper.findings(found, rules)}<div id="plain">{listing.listing(found, rules)}</div>'
        '<p class="notice" id="paper" hidden></p><div id="list"></div>'
    )


def _identity(report: Report, presentation: Presentation, data: str, *parts: str) -> str:
    """Return a short digest of the content: two printouts with the same digest have the same content."""
    head = (report.as_of, report.version, report.config or "", presentation.profile, *sum(presentation.run, ()))
    # Text only: the layout does not change the content.
    words = (" ".join(_TAG.sub(" ", part).split()) for part in parts)
    digest = sha256("\0".join((*head, data, *words)).encode("utf-8", "replace"))
    text = digest.hexdigest()[:16]
    return "-".join(text[start : start + 4] for start in range(0, 16, 4))


def _running(report: Report, identity: str) -> str:
    """Return the footer of printed pages, without characters that could end a quoted string in a style sheet."""
    moment = "".join(c for c in when(report.as_of) if c.isascii() and (c.isalnum() or c in ":+-. "))
    version = "".join(c for c in report.version if c.isascii() and (c.isalnum() or c in "+-. "))
    return (
        f'@page{{@bottom-left{{content:"sanlint {version} · as of {moment} · document {identity}"}}'
        '@bottom-right{content:"page " counter(page) " of " counter(pages)}}'
    )
