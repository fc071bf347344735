"""``sanlint rules new``: the file of a rule to begin with, which loads as it is and says what to fill in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from checker.errors import RuleError, UsageError

if TYPE_CHECKING:
    from checker.views.catalog import View

VIEW = "host_volume_cluster"
"""The view of the template: one row a host, volume and VPLEX cluster."""
_CONDITION = "below(live_paths, $min)"
_HEAD = """\
# yaml-language-server: $schema={schema}
# Fill in what is marked with <…>, then run: sanlint rules test --rules {folder}
# The words for conditions: sanlint rules schema {view}
id: {id}
name: {name}
severity: warning            # error: breaks availability; warning: best practice; info: advice
summary: <What is wrong, in one sentence.>
for: {view}
"""
_BODY = """\
# SQL over the columns of the view. TRUE is a finding; NULL, for facts nobody knows, is neither finding nor pass.
violated: below(live_paths, $min)
params:
  min: {{default: 4, type: integer, minimum: 1, help: "live paths per host, volume and VPLEX cluster"}}
evidence: [live_paths]
locate: [path]               # where the finding is: the facts that speak of it
message: "{{host}} has {{live_paths}} live paths to {{volume}}; {{min}} are wanted"
"""
_OTHER = """\
# SQL over the columns of the view. TRUE is a finding; NULL, for facts nobody knows, is neither finding nor pass.
violated: FALSE              # <a condition over the columns of the view>
message: "{{{key}}} <says what is wrong>"
"""
_TAIL = """\
why: |
  <Two or three sentences: what goes wrong, and when it does harm.>
fix:
  summary: <How to mend it.>
sources:
  - {{document: <The document that says so>, says: "<what it says, in your own words>"}}
since: "0.1"
tags: [{tag}]
# At least one example that fires, one that is silent right at the boundary, one that can't be told. Each begins with a
# complete SAN without findings (base) and changes it: set, add, remove, hide.
examples:
"""
_EXAMPLES = """\
  - name: three of four paths live
    base: vplex-one-engine
    change: [{set: {path: {host: esx01, device: naa.6000144000000010a00a101000000011, target_wwpn: "5000144270a10101"}, state: dead}}]
    finds: [{host: esx01, live_paths: 3}]
    also: [PTH002, PTH014]   # other rules that fire on it
  - {name: exactly four, base: vplex-one-engine, silent: true}
  - {name: states nobody knows, base: vplex-one-engine, change: [{hide: [path.state]}], not_evaluated: true}
"""
_OTHER_EXAMPLES = """\
  - {name: <something fires>, base: vplex-one-engine, silent: true}        # then: finds: [{KEY: value}]
  - {name: <the boundary>, base: vplex-one-engine, silent: true}
  - {name: <a fact is missing>, base: vplex-one-engine, change: [{hide: [path.state]}], silent: true}
"""


def new_rule(rule_id: str, name: str, folder: Path, view: str = VIEW) -> Path:
    """Write the file of a rule to begin with, and return it; it loads without errors. Its schema lies beside it.

    Args:
        rule_id: such as XAB001; ids of the built-in rules are for a checkout of sanlint.
        name: what is wrong, in words with hyphens.
        folder: of rules; it is made if need be. A built-in rule goes into the folder of its category.
        view: the view it is to run over.

    Raises:
        UsageError: the id or name is not one, or is taken; an unknown view; or the file can't be written.
    """
    import re

    from checker.cli.schema_copy import schema_beside
    from checker.engine.book import built_in_book, compile_folder
    from checker.engine.rule_file import BUILT_IN_ID, CUSTOM_ID, RESERVED_PREFIX
    from checker.engine.suggest import unknown
    from checker.views.catalog import views

    custom = bool(CUSTOM_ID.fullmatch(rule_id)) and not rule_id.startswith(RESERVED_PREFIX)
    if not custom and not BUILT_IN_ID.fullmatch(rule_id):
        raise UsageError(f"{rule_id}: an id of your own looks like XAB001: X, two letters, three digits")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise UsageError(f"{name}: a name is what is wrong, in small letters with hyphens: fewer-than-four-paths")
    if view not in views():
        raise UsageError(f"--for: {unknown('view', view, views())}")
    if not custom and not any(folder.glob(f"{rule_id.rstrip('0123456789')}*.yaml")):
        raise UsageError(f"{rule_id}: ids of your own look like XAB001; others belong to the built-in rules")
    taken = [*folder.glob(f"{rule_id}-*.yaml"), *folder.glob(f"*/{rule_id}-*.yaml")]
    if taken:
        raise UsageError(f"{rule_id} is taken: {taken[0]}")
    book = built_in_book()
    if rule_id in book.rules or rule_id in book.retired:
        raise UsageError(f"{rule_id} is taken by a built-in rule; ids are never used again")
    path = folder / f"{rule_id}-{name}.yaml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # The built-in rules lie in folders of a checkout, which has the schema.
        schema = (
            schema_beside("rule", folder / "sanlint-rule.schema.json", path)
            if custom
            else "../../schemas/rule.schema.json"
        )
        text = _text(rule_id, name, folder, views()[view], schema=schema, custom=custom)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror or error}") from None
    if custom:
        try:
            compile_folder(folder, custom=True, others=book)
        except RuleError as error:
            # What is wrong is in another file: the new one was tried with every view.
            raise UsageError(f"{path} is written, but the folder has a wrong rule: {error}") from None
    return path


def _text(rule_id: str, name: str, folder: Path, view: View, *, schema: str, custom: bool) -> str:
    head = _HEAD.format(id=rule_id, name=name, view=view.name, folder=folder, schema=schema)
    tail = _TAIL.format(tag="site" if custom else folder.name)
    if view.name == VIEW:
        return head + _BODY.format() + tail + _EXAMPLES
    key = next((one for one in view.grain if _is_text(view, one)), view.grain[0])
    return head + _OTHER.format(key=key) + tail + _OTHER_EXAMPLES


def _is_text(view: View, name: str) -> bool:
    column = view.column(name)
    return column is not None and column.type == "text"
