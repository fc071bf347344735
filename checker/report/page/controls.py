"""The filter form above the findings, and the list of keyboard shortcuts; both need the page's script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from checker.report.page.escape import shown
from checker.report.page.view import SIGNS, STATES
from checker.rules.book.rule import SEVERITIES

if TYPE_CHECKING:
    from checker.report.page.view import FindingView, RuleView

GROUPS = {
    "object": "host or object",
    "rule": "rule",
    "category": "category",
    "cost": "estimated impact",
    "none": "nothing",
}
ORDERS = {
    "severity": "severity",
    "object": "object",
    "rule": "rule",
    "category": "category",
    "cost": "estimated impact",
    "place": "location in files",
}
KEYS = (
    ("/", "search"),
    ("j", "next finding"),
    ("k", "previous finding"),
    ("Enter", "open or close the finding"),
    ("e", "open or close all listed findings"),
    ("g", "next grouping"),
    ("r", "reset filters"),
    ("?", "show this list"),
    ("Esc", "leave the field or close this list"),
)


def controls(found: Sequence[FindingView], rules: Mapping[str, RuleView]) -> str:
    """Return the form that filters, groups and sorts findings; empty if there are none."""
    if not found:
        return ""
    severities = Counter(view.severity for view in found)
    boxes = "".join(
        f'<label class="{severity}"><input type="checkbox" name="severity" value="{severity}" checked>'
        f"<span>{SIGNS[severity]} {severity} <b>{severities[severity]:,}</b></span></label>"
        for severity in SEVERITIES
        if severities[severity]
    )
    categories = Counter(rules[view.rule].category for view in found)
    states = Counter(view.state for view in found)
    kinds = Counter(view.kind for view in found)
    live = len(found) - states["suppressed"]
    state_options = [("", f"not suppressed ({live:,})")]
    state_options += [(state, f"{STATES.get(state, state)} ({count:,})") for state, count in states.items()]
    state_options += [("all", f"all ({len(found):,})")] if states["suppressed"] else []
    return (
        '<form id="controls" class="script-only" role="search" aria-label="Filter findings">'
        '<div class="field wide"><label for="text">Search</label>'
        '<input type="search" id="text" name="text" autocomplete="off" spellcheck="false" placeholder="words, names, WWNs, file:line"></div>'
        f'<fieldset class="field"><legend>Severity</legend><div class="boxes">{boxes}</div></fieldset>'
        + _select("category", "Category", [("", "all"), *_counted(categories)])
        + _select("kind", "Object type", [("", "all"), *_counted(kinds)])
        + '<div class="field"><label for="object">Host or object</label><input type="search" id="object" name="object" '
        'autocomplete="off" spellcheck="false" list="objects"><datalist id="objects"></datalist></div>'
        + _select("state", "State", state_options)
        + _select("group", "Group by", list(GROUPS.items()))
        + _select("sort", "Sort by", list(ORDERS.items()))
        + '<div class="field actions"><button type="button" id="all" aria-pressed="false">Open all</button>'
        '<button type="button" id="reset">Reset</button><button type="button" id="keys" aria-haspopup="dialog">Shortcuts</button></div>'
        '<p id="status" role="status" aria-live="polite"></p></form><p id="said" class="unseen" role="status"></p>'
    )


def _counted(counts: Mapping[str, int]) -> Iterable[tuple[str, str]]:
    return [(name, f"{name} ({count:,})") for name, count in sorted(counts.items())]


def _select(name: str, label: str, options: Iterable[tuple[str, str]]) -> str:
    listed = "".join(f'<option value="{shown(value)}">{shown(text)}</option>' for value, text in options)
    return f'<div class="field"><label for="{name}">{label}</label><select id="{name}" name="{name}">{listed}</select></div>'


HELP = (
    '<dialog id="help" aria-labelledby="help-title"><h2 id="help-title">Keyboard shortcuts</h2><dl>'
    + "".join(f"<div><dt><kbd>{key}</kbd></dt><dd>{text}</dd></div>" for key, text in KEYS)
    + '</dl><p><label><input type="checkbox" id="keys-on" checked> Enable single-key shortcuts on this page</label></p>'
    '<p><button type="button" id="help-close">Close</button></p></dialog>\n'
)
