"""The query plan of one rule: its source, its conditions, and the columns that a finding shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from checker.facts.declare import DUCKDB_TYPE, Column, ColumnType
from checker.facts.kinds import kinds
from checker.rules.book.fix import names_of
from checker.rules.book.rule import Expression, Rule
from checker.rules.config.parameters import Settings, hidden_sql, severity_sql, sql_of
from checker.rules.evaluate.connection import quote
from checker.rules.language.clauses import names
from checker.rules.suppress.model import Suppression
from checker.views.catalog import View

_TYPE: Mapping[str, ColumnType] = {sql: name for name, sql in DUCKDB_TYPE.items()}
# Columns that name the machines that exports are taken from.
OWNER_COLUMNS = ("host", "switch", "storage_array")
STATED_PLACES = ("place_a", "place_b")
STATED_ENDS = ("end_a", "end_b")
"""Columns in which a view states the places itself."""
PORT_NAMES = ("wwpn", "initiator_wwpn")
"""Columns of views that locate objects without a key in the exports, by one of their ports."""
SEVERITY = "#severity"
BASIS = "#basis"
HIDDEN = "#hidden"


@dataclass(frozen=True)
class Source:
    """The source of a group of rules: a view, or the ``rows`` of one rule.

    ``relation`` may follow FROM; ``types`` are its columns with their DuckDB types; ``inputs`` maps each column to the
    facts (``kind.column``) that make it known; ``owners`` are the columns that name a machine, the view's owner first.
    """

    name: str
    relation: str
    keys: tuple[str, ...]
    types: Mapping[str, str]
    inputs: Mapping[str, tuple[str, ...]]
    owners: tuple[str, ...] = ()

    @property
    def view_types(self) -> Mapping[str, ColumnType]:
        """The columns with their types as views declare them; other numbers count as ``float``."""
        return {name: _TYPE.get(kind, "float") for name, kind in self.types.items()}


@dataclass(frozen=True)
class Plan:
    """One prepared rule: SQL for its condition and for every value that a finding shows.

    ``number`` is unique among the rules of one evaluation. ``guard`` is the ``when`` part alone. ``values`` maps the name
    of each value to its SQL over the source. ``together`` are the values that objects of one finding share: roll-up
    keys, evidence, parameters, severity and basis; ``varying`` are those that differ per object.
    ``suppressions`` are those that the value ``HIDDEN`` refers to by number: hidden and visible objects are never one
    finding.
    """

    rule: Rule
    number: int
    source: Source
    condition: str
    guard: str | None
    values: Mapping[str, str]
    roll_up: tuple[str, ...]
    evidence: tuple[str, ...]
    together: tuple[str, ...]
    varying: tuple[str, ...]
    used: tuple[str, ...] = field(default=())
    suppressions: tuple[Suppression, ...] = ()

    @property
    def verdict(self) -> str:
        """Name of the column with this rule's verdict on a row."""
        return f"#verdict{self.number}"

    def column(self, name: str) -> str:
        """Name of the scan column for a value: plain columns keep their names, others get one per rule."""
        return name if name in self.source.types else f"#{self.number}.{name}"


def view_source(view: View, types: Mapping[str, str]) -> Source:
    """The source of all rules over a view; ``types`` are its actual columns."""
    inputs = {column.name: column.inputs for column in view.columns}
    return Source(view.name, quote(view.name), view.grain, types, inputs, _owners(view.owner, types))


def rows_relation(rule: Rule) -> str:
    """The ``rows`` of a rule as a sub-query."""
    return f"({rule.rows}\n) AS {quote('rows')}"


def rows_source(rule: Rule, relation: str, types: Mapping[str, str], views: Mapping[str, View]) -> Source:
    """The source of a rule with its own ``rows``; a column's inputs are those of the view columns of that name."""
    named = set(re.findall(r"\w+", rule.rows or ""))
    near = [view for view in [views.get(rule.view), *views.values()] if view and view.name in {rule.view, *named}]
    inputs: dict[str, tuple[str, ...]] = {}
    for name in types:
        columns: Iterable[Column | None] = (view.find(name) for view in near)
        inputs[name] = next((column.inputs for column in columns if column and column.inputs), ())
    keys = tuple(name for name in rule.keys if name in types) or tuple(types)[:1]
    owner = views[rule.view].owner if rule.view in views else None
    return Source(f"rows of {rule.id}", relation, keys, types, inputs, _owners(owner, types))


def _owners(declared: str | None, types: Mapping[str, str]) -> tuple[str, ...]:
    candidates = ([declared] if declared else []) + list(OWNER_COLUMNS)
    return tuple(dict.fromkeys(name for name in candidates if types.get(name) == "VARCHAR"))


def make_plan(rule: Rule, number: int, source: Source, settings: Settings, links: Sequence[str]) -> Plan:
    """Prepare a rule; ``links`` are the columns by which other rules refer to its objects.

    Raises:
        ValueError: the rule names a column or parameter that does not exist.
    """
    columns = source.view_types
    violated = sql_of(rule.violated, rule, settings, columns)
    guard = sql_of(rule.when, rule, settings, columns) if rule.when else None
    condition = f"({guard}) AND ({violated})" if guard else f"({violated})"
    keys = source.keys
    evidence = tuple(dict.fromkeys((*rule.evidence, *(rule.identity or ()))))
    # If the volume is the whole key, there is nothing to roll up to.
    default = tuple(name for name in keys if name != "volume") or keys
    roll_up = default if rule.roll_up is None else rule.roll_up
    shown = [*names(rule.message)]
    for command in rule.fix_commands:
        shown += names_of(command)
    known = (*source.types, *rule.parameters)
    # Any other name is the item of a fix's for_each; the templates were checked when the rule was loaded.
    shown = [name for name in (*shown, *_placing(rule, source, (*keys, *evidence))) if name in known]
    needed = dict.fromkeys((*keys, *roll_up, *evidence, *links, *shown))
    values: dict[str, str] = {}
    for name in needed:
        if name in source.types:
            values[name] = quote(name)
        elif name in rule.parameters:
            values[name] = f"({sql_of(Expression(f'${name}', (), (name,)), rule, settings, columns)})"
        else:
            raise ValueError(f"{source.name} has no column {name!r}")
    own_key = set(keys) - set(roll_up)
    # Evidence that is itself a key (the volume) would keep every object separate.
    together = [name for name in (*roll_up, *evidence, *rule.parameters) if name in values and name not in own_key]
    values[SEVERITY] = severity_sql(rule, settings, columns)
    together.append(SEVERITY)
    if rule.basis is not None:
        values[BASIS] = f"({sql_of(rule.basis, rule, settings, columns)})"
        together.append(BASIS)
    elif source.types.get("basis") == "VARCHAR":
        # A view of paths states whether they were observed; a planned path must not be treated as observed.
        values[BASIS] = quote("basis")
        together.append(BASIS)
    hidden = hidden_sql(rule, settings, columns)
    if hidden is not None:
        values[HIDDEN] = hidden
        together.append(HIDDEN)
    together = list(dict.fromkeys(together))
    used = dict.fromkeys((*(rule.when.columns if rule.when else ()), *rule.violated.columns))
    return Plan(
        rule,
        number,
        source,
        condition,
        guard,
        values,
        roll_up,
        tuple(name for name in rule.evidence if name not in own_key),
        tuple(together),
        tuple(name for name in values if name not in together),
        tuple(name for name in used if name in source.types),
        settings.suppressions.get(rule.id, ()),
    )


def _placing(rule: Rule, source: Source, named: Iterable[str]) -> Iterable[str]:
    """The columns that findings need only to be located: places, or what identifies an object if no key does."""
    yield from (name for name in (*STATED_PLACES, *STATED_ENDS) if name in source.types)
    located = [kinds()[name] for name in rule.locate if name in kinds()]
    columns = {column for kind in located for column in kind.column_names}
    if located and columns.isdisjoint(named):
        yield from (name for name in PORT_NAMES if name in source.types)
