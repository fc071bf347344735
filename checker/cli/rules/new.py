"""``sanlint rules new``: a rule file that loads as is, with comments on what to complete."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from checker.errors import RuleError, UsageError

if TYPE_CHECKING:
    from checker.views.catalog import View

VIEW = "host_volume_cluster"
"""The view of the template: one row per host, volume and VPLEX cluster."""
_CONDITION = "below(live_paths, $min)"
_HEAD = """\
# yaml-language-server: $schema={schema}
# Complete the parts marked <…>, then run: sanlint rules test --rules {folder}
# Columns and functions for conditions: sanlint rules schema {view}
id: {id}
name: {name}
severity: warning            # error: breaks availability; warning: best practice; info: advice
summary: <What is wrong, in one sentence.>
for: {view}
"""
_BODY = """\
# SQL over the columns of the view. TRUE is a finding; NULL means unknown: neither a finding nor a pass.
violated: below(live_paths, $min)
params:
  min: {{default: 4, type: integer, minimum: 1, help: "live paths per host, volume and VPLEX cluster"}}
evidence: [live_paths]
locate: [path]               # location of the finding: the facts it is based on
message: "{{host}} has {{live_paths}} live paths to {{volume}}; at least {{min}} are required"
"""
_OTHER = """\
# SQL over the columns of the view. TRUE is a finding; NULL means unknown: neither a finding nor a pass.
violated: FALSE              # <a condition over the columns of the view>
message: "{{{key}}} <the fault>"
"""
_TAIL = """\
why: |
  <Two or three sentences: what breaks, and when.>
fix:
  summary: <How to fix it.>
sources:
  - {{document: <The document it is based on>, says: "<what it says, in your own words>"}}
since: "0.1"
tags: [{tag}]
# At least one example with a finding, one without exactly at the limit, and one that cannot be evaluated. Each starts from
# a complete SAN without findings (base) and changes it: set, add, remove, hide. If there are many, keep those that explain
# the rule here, and move the others to {id}.cases.yaml in this folder, also under "examples:".
examples:
"""
_EXAMPLES = """\
  - name: three of four paths live
    base: vplex-one-engine
    change: [{set: {path: {host: esx01, device: naa.6000144000000010a00a101000000011, target_wwpn: "5000144270a10101"}, state: dead}}]
    finds: [{host: esx01, live_paths: 3}]
    also: [PTH002, PTH014]   # other rules that fire on it
  - {name: exactly four, base: vplex-one-engine, silent: true}
  - {name: unknown states, base: vplex-one-engine, change: [{hide: [path.state]}], not_evaluated: true}
"""
_OTHER_EXAMPLES = """\
  - {name: <a finding>, base: vplex-one-engine, silent: true}        # then: finds: [{KEY: value}]
  - {name: <exactly at the limit>, base: vplex-one-engine, silent: true}
  - {name: <a fact is missing>, base: vplex-one-engine, change: [{hide: [path.state]}], silent: true}
"""


def new_rule(rule_id: str, name: str, folder: Path, view: str = VIEW) -> Path:
    """Write a new rule file and its schema, and return the file; it loads without errors.

    Args:
        rule_id: such as XAB001; built-in ids are for a checkout of sanlint only.
        name: the fault, in lower case with hyphens.
        folder: rule folder; created if needed. A built-in rule goes into the folder of its category.
        view: the view that the rule runs over.

    Raises:
        UsageError: the id or name is invalid or taken, the view is unknown, or the file cannot be written.
    """
    import re

    from checker.cli.support.schema_copy import copy_schema
    from checker.rules.book.book import built_in_book, load_book
    from checker.rules.book.rule_file import BUILT_IN_ID, CUSTOM_ID, RESERVED_PREFIX
    from checker.rules.language.suggest import unknown
    from checker.system.files import write_text
    from checker.views.catalog import views

    custom = bool(CUSTOM_ID.fullmatch(rule_id)) and not rule_id.startswith(RESERVED_PREFIX)
    if not custom and not BUILT_IN_ID.fullmatch(rule_id):
        raise UsageError(f"{rule_id}: invalid id; ids of your own rules look like XAB001: X, two letters, three digits")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise UsageError(f"{name}: invalid name; use lower case and hyphens, such as fewer-than-four-paths")
    if view not in views():
        raise UsageError(f"--for: {unknown('view', view, views())}")
    if not custom and not any(folder.glob(f"{rule_id.rstrip('0123456789')}*.yaml")):
        raise UsageError(f"{rule_id}: reserved for built-in rules; ids of your own rules look like XAB001")
    taken = [*folder.glob(f"{rule_id}-*.yaml"), *folder.glob(f"*/{rule_id}-*.yaml")]
    if taken:
        raise UsageError(f"{rule_id} is taken: {taken[0]}")
    book = built_in_book()
    if rule_id in book.rules or rule_id in book.retired:
        raise UsageError(f"{rule_id} is taken by a built-in rule; ids are never reused")
    path = folder / f"{rule_id}-{name}.yaml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Built-in rules are in a checkout, which contains the schema.
        schema = (
            copy_schema("rule", folder / "sanlint-rule.schema.json", path)
            if custom
            else "../../schemas/rule.schema.json"
        )
        text = _text(rule_id, name, folder, views()[view], schema=schema, custom=custom)
        write_text(path, text)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from None
    if custom:
        try:
            load_book(folder, others=book, use_cache=False)
        except RuleError as error:
            # The error is in another file: the template is tested with every view.
            raise UsageError(f"{path} was written, but another rule in the folder is invalid: {error}") from None
    return path


def _text(rule_id: str, name: str, folder: Path, view: View, *, schema: str, custom: bool) -> str:
    head = _HEAD.format(id=rule_id, name=name, view=view.name, folder=folder, schema=schema)
    tail = _TAIL.format(id=rule_id, tag="site" if custom else folder.name)
    if view.name == VIEW:
        return head + _BODY.format() + tail + _EXAMPLES
    key = next((one for one in view.grain if _is_text(view, one)), view.grain[0])
    return head + _OTHER.format(key=key) + tail + _OTHER_EXAMPLES


def _is_text(view: View, name: str) -> bool:
    column = view.find(name)
    return column is not None and column.type == "text"
