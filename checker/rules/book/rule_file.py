"""Read one rule file: check its shape against the JSON Schema, and expressions and names against the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from checker.errors import RuleError
from checker.facts.declare import ColumnType
from checker.rules.book import effect, fix, unconfirmed
from checker.rules.book.documents import documents
from checker.rules.book.rule import SEVERITIES, Expression, FixCommand, Parameter, Rule, RuleText, Severity
from checker.rules.book.rule import Source as RuleSource
from checker.rules.book.rule_examples import Example, check_examples, examples_of, load_cases
from checker.rules.book.rule_shape import shaped
from checker.rules.config import parameters
from checker.rules.language import expression, rows, template
from checker.rules.language.clauses import check_message
from checker.rules.language.expression_tree import ExpressionError
from checker.rules.language.suggest import unknown
from checker.rules.language.vocabulary import Shape, Vocabulary
from checker.rules.language.yaml_source import Key, Source, load

if TYPE_CHECKING:
    import duckdb

CUSTOM_ID = re.compile(r"X[A-Z]{2}[0-9]{3}")
BUILT_IN_ID = re.compile(r"[A-Z]{2,5}[0-9]{3}")
BASES = ("observed", "planned", "inferred", "estimated")
# A built-in category that looks like a custom one.
RESERVED_PREFIX = "XFR"
_ROWS_TABLE = "rows of the rule"


@dataclass(frozen=True)
class Loaded:
    """One rule and its examples, checked individually; ``source`` locates errors of the checks across rules."""

    rule: Rule
    text: RuleText
    shape: Shape
    source: Source
    examples: tuple[Example, ...] = ()


def load_rule(
    path: Path,
    vocabulary: Vocabulary,
    connection: duckdb.DuckDBPyConnection,
    *,
    shown: str | None = None,
    custom: bool = False,
    category: str | None = None,
) -> Loaded:
    """Load and check one rule file and its cases file, if it has one; ``connection`` is ``expression.scratch`` of the vocabulary's views.

    ``shown`` is the file name in errors (default: category and file name); ``custom`` rules have ids like XAB001;
    ``category`` defaults to the folder's name.

    Raises:
        RuleError: the rule is invalid; the message has file, line, column, the word and the nearest valid one.
    """
    category = category if category is not None else path.parent.name
    source = load(path, shown if shown is not None else f"{category}/{path.name}")
    data = shaped(source)
    _check_id(source, path, data, custom=custom)
    cases = load_cases(path, source.file)
    if "replaced_by" in data:
        if cases is not None:
            cases.fail(f"{data['id']} is retired: a retired rule has no examples")
        return _stub(source, data, category)
    examples = tuple(examples_of([source] if cases is None else [source, cases]))
    return _Reader(source, data, vocabulary, connection).rule(category, examples)


def _check_id(source: Source, path: Path, data: Mapping[str, Any], *, custom: bool) -> None:
    rule_id = data["id"]
    if custom and (not CUSTOM_ID.fullmatch(rule_id) or rule_id.startswith(RESERVED_PREFIX)):
        source.fail(
            f"{rule_id}: ids of your own rules look like XAB001 (X, two letters, not {RESERVED_PREFIX})", ("id",)
        )
    expected = f"{rule_id}-{data['name']}.yaml"
    if path.name != expected:
        source.fail(f"the file must be called {expected}", ("id",))


def _stub(source: Source, data: Mapping[str, Any], category: str) -> Loaded:
    """Return a retired rule: never evaluated, kept so that its id isn't reused."""
    rule = Rule(
        id=data["id"], name=data["name"], category=category, severity=cast("Severity", data.get("severity", "info")),
        summary=data.get("summary", ""), view="", violated=Expression("false", ()), message="",
        replaced_by=data["replaced_by"], since=data.get("since", ""), tags=tuple(data.get("tags", ())),
        file=source.file,
    )  # fmt: skip
    return Loaded(rule, RuleText(rule.id, data.get("why", ""), ()), Shape((), {}, {}), source)


class _Reader:
    """Checks the parts of one rule against each other and the vocabulary."""

    def __init__(
        self, source: Source, data: dict[str, Any], vocabulary: Vocabulary, connection: duckdb.DuckDBPyConnection
    ) -> None:
        self.source, self.data = source, data
        self.vocabulary, self.connection = vocabulary, connection
        self.rows: rows.Rows | None = None
        self.view, self.keys, self.columns, self.table = self._objects()
        self.params = self._params()

    def rule(self, category: str, examples: tuple[Example, ...]) -> Loaded:
        data = self.data
        violated = self._expression("violated", "BOOLEAN")
        assert violated is not None
        when = self._expression("when", "BOOLEAN")
        severity_by = self._expression("severity_by", "VARCHAR")
        basis = self._expression("basis", "VARCHAR")
        self._check_words(("severity_by",), severity_by, SEVERITIES)
        self._check_words(("basis",), basis, BASES)
        self._template(("message",), data["message"])
        evidence = self._columns("evidence")
        roll_up = self._columns("roll_up", self.keys) if "roll_up" in data else None
        identity = self._columns("identity", evidence) if "identity" in data else None
        self._check_kinds()
        rule = Rule(
            id=data["id"], name=data["name"], category=category, severity=data["severity"], summary=data["summary"],
            view=self.view, violated=violated, message=data["message"],
            rows=self.rows.text if self.rows else None, keys=self.keys if self.rows else (),
            when=when, severity_by=severity_by, basis=basis, parameters=self.params,
            unless=self._relation("unless"), caused_by=self._relation("caused_by"),
            only_with=self._relation("only_with"),
            roll_up=roll_up, evidence=evidence, identity=identity, locate=tuple(data.get("locate", ())),
            fix_summary=self._fix_summary(), fix_commands=self._fix_commands(), fix_effect=self._fix_effect(),
            cost=self._cost(),
            sources=tuple(_source(one) for one in data["sources"]), since=data["since"], tags=tuple(data["tags"]),
            experimental=data.get("experimental", False), suppressible=data.get("suppressible", True), file=self.source.file,
        )  # fmt: skip
        self._check_unused(rule)
        check_examples(examples, self.columns)
        text = RuleText(rule.id, data["why"], tuple(example.data for example in examples))
        return Loaded(rule, text, Shape(self.keys, self.columns, self._uses(rule)), self.source, examples)

    def _objects(self) -> tuple[str, tuple[str, ...], Mapping[str, ColumnType], str]:
        data, source = self.data, self.source
        view_name = data.get("for")
        if view_name is not None and view_name not in self.vocabulary.views:
            source.fail(unknown("view", view_name, self.vocabulary.views), ("for",))
        if "rows" not in data:
            if view_name is None:
                source.fail("missing `for` (the view), or `rows` with `keys`")
            if "keys" in data:
                source.fail("keys are only allowed with rows; a view has its own", ("keys",), key=True)
            view = self.vocabulary.views[view_name]
            return view_name, view.grain, {column.name: column.type for column in view.columns}, view_name
        try:
            self.rows = rows.check(data["rows"], self.vocabulary.views, self.connection)
        except ExpressionError as error:
            source.fail(str(error), ("rows",), error.word)
        if "keys" not in data:
            source.fail("rows require keys: the columns that identify an object", ("rows",), key=True)
        for index, key in enumerate(data["keys"]):
            if key not in self.rows.columns:
                source.fail(unknown("column", key, self.rows.columns), ("keys", index))
        if view_name is not None and view_name not in self.rows.uses:
            source.fail(f"rows do not use the view {view_name}", ("for",))
        expression.create_table(self.connection, _ROWS_TABLE, self.rows.columns)
        return view_name or self.rows.first_view, tuple(data["keys"]), self.rows.columns, _ROWS_TABLE

    def _params(self) -> dict[str, Parameter]:
        found: dict[str, Parameter] = {}
        for name, given in self.data.get("params", {}).items():
            path = ("params", name)
            parameter = Parameter(
                name, given["default"], given["type"], given["help"],
                given.get("minimum"), given.get("maximum"), given.get("confirmed", True),
                given.get("chosen", False),
            )  # fmt: skip
            if name in self.columns:
                self.source.fail(f"{name} is also a column of {self.view}; rename the parameter", path, key=True)
            if parameter.type not in ("integer", "number") and {"minimum", "maximum"} & set(given):
                self.source.fail("only integers and numbers have bounds", path, key=True)
            wrong = parameters.problem(parameter, parameter.default)
            if wrong:
                self.source.fail(f"the default {wrong}", (*path, "default"))
            found[name] = parameter
        recalled = unconfirmed.fault(found, self.data.get("experimental", False))
        if recalled:
            self.source.fail(recalled[1], ("params", recalled[0]), key=True)
        return found

    def _expression(self, key: str, result: str) -> Expression | None:
        if key not in self.data:
            return None
        given = self.data[key]
        if isinstance(given, bool):
            given = str(given).upper()
        try:
            return expression.check(given, self.columns, self.params, self.connection, table=self.table, result=result)
        except ExpressionError as error:
            self.source.fail(str(error), (key,), error.word)

    def _check_words(self, path: Key, checked: Expression | None, known: tuple[str, ...]) -> None:
        """Check the results of a CASE against a fixed list of words; texts that it compares with may be anything."""
        if checked is None:
            return
        for given in parameters.results_in(checked.text):
            if given not in known:
                self.source.fail(unknown("word", given, known), path, given)

    def _template(self, path: Key, text: str) -> None:
        try:
            check_message(text, {*self.columns, *self.params})
        except template.TemplateError as error:
            self.source.fail(str(error), path, error.word)

    def _columns(self, key: str, known: tuple[str, ...] | None = None) -> tuple[str, ...]:
        what = {"roll_up": "key column", "identity": "evidence column"}.get(key, "column")
        for index, name in enumerate(self.data.get(key, [])):
            if name not in (self.columns if known is None else known):
                self.source.fail(unknown(what, name, self.columns if known is None else known), (key, index))
        return tuple(self.data.get(key, ()))

    def _check_kinds(self) -> None:
        for index, kind in enumerate(self.data.get("locate", [])):
            if kind not in self.vocabulary.kinds:
                self.source.fail(unknown("kind", kind, self.vocabulary.kinds), ("locate", index))

    def _relation(self, key: str) -> dict[str, tuple[str, ...] | None]:
        given = self.data.get(key, {})
        if isinstance(given, list):
            given = dict.fromkeys(given)
        for other, columns in given.items():
            path = (key, other) if isinstance(self.data[key], dict) else (key,)
            if other == self.data["id"]:
                self.source.fail("a rule cannot name itself", path, other, key=True)
            for name in columns or ():
                if name not in self.columns:
                    self.source.fail(unknown("column", name, self.columns), path, name)
            if columns == []:
                self.source.fail("no columns; omit the list to use all key columns", path)
        return {other: None if columns is None else tuple(columns) for other, columns in given.items()}

    def _fix_summary(self) -> str:
        summary = str(self.data["fix"]["summary"]).strip()
        if "{" in summary:
            self.source.fail(
                "the summary is shown unchanged; names in braces are only allowed in message, run and undo",
                ("fix", "summary"),
                "{",
            )
        return summary

    def _fix_commands(self) -> tuple[FixCommand, ...]:
        from checker.facts.kinds import kinds

        commands: list[FixCommand] = []
        known = kinds()
        columns = {name: known[name].column_names if name in known else () for name in self.vocabulary.kinds}
        for index, given in enumerate(self.data["fix"].get("commands", [])):
            path: Key = ("fix", "commands", index)
            texts = {
                name: given[name].strip() for name in ("run", "undo", "no_undo", "check", "only_if") if name in given
            }
            rest = {name: given[name] for name in ("for_each", "on", "effect", "skip_if") if name in given}
            command = FixCommand(given["platform"], **texts, **rest)
            try:
                fix.check(command, self.columns, self.params, columns)
            except template.TemplateError as error:
                self.source.fail(str(error), path, error.word)
            commands.append(command)
        return tuple(commands)

    def _fix_effect(self) -> Any:
        from checker.facts.kinds import kinds

        known = kinds()
        given = self.data["fix"].get("effect")
        try:
            effect.check(given, {name: one.column_names for name, one in known.items()}, {*self.columns, *self.params})
        except template.TemplateError as error:
            self.source.fail(str(error), ("fix", "effect"), error.word)
        return given

    def _cost(self) -> str | None:
        cost, known = self.data.get("cost"), self.vocabulary.cost_cases
        if cost is not None and known is not None and cost not in known:
            self.source.fail(unknown("case of the estimator", cost, known), ("cost",))
        return cost

    def _uses(self, rule: Rule) -> dict[str, tuple[str, ...]]:
        if self.rows:
            return dict(self.rows.uses)
        used: dict[str, None] = {}
        for one in (rule.when, rule.violated, rule.severity_by, rule.basis):
            used.update(dict.fromkeys(one.columns if one else ()))
        return {self.view: tuple(used)}

    def _check_unused(self, rule: Rule) -> None:
        """Reject parameters without effect: users would rely on them."""
        used = {
            name for one in (rule.when, rule.violated, rule.severity_by, rule.basis) if one for name in one.parameters
        }
        for command in rule.fix_commands:
            used.update(fix.names_of(command))
        used.update(effect.names_of(rule.fix_effect))
        for name in rule.parameters:
            if name not in used:
                self.source.fail(f"no expression or command uses {name}", ("params", name), key=True)


def _source(given: Mapping[str, Any]) -> RuleSource:
    section, page = (None if given.get(key) is None else str(given[key]) for key in ("section", "page"))
    document = str(given["document"])
    title = documents().get(document)
    return RuleSource(title or document, section, page, given["says"], document if title else "")


__all__ = ["BUILT_IN_ID", "CUSTOM_ID", "Loaded", "RuleError", "load_rule"]
