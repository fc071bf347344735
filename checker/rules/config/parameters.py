"""Parameters: values from rule, configuration and overrides, inserted into checked expressions as literals."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from checker.errors import ConfigError, RuleError
from checker.facts.declare import ColumnType
from checker.rules.book.rule import SEVERITIES, Expression, Parameter, ParameterValue, Rule, Severity
from checker.rules.config import glob
from checker.rules.language.suggest import printable, unknown
from checker.rules.suppress.model import Suppression

# Text and quoted names are skipped; the expression printer writes quotes only in these two forms.
_TOKEN = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|\$(\w+)")
_BIGINT = 2**63
_MAX_TEXT = 1000
_MAX_ITEMS = 1000


@dataclass(frozen=True)
class Override:
    """Different values for matching objects: ``match`` maps key columns (host, volume …) to patterns.

    ``parameters`` are keyed ``"PTH002.min"``, ``severities`` by rule id. ``origin`` is where it was written.
    """

    match: Mapping[str, str]
    parameters: Mapping[str, ParameterValue] = field(default_factory=dict)
    severities: Mapping[str, Severity] = field(default_factory=dict)
    origin: str = "configuration"


@dataclass(frozen=True)
class Settings:
    """The settings for rules. The last override that matches an object wins.

    ``suppressions`` are the active ones by rule id; the first that matches an object hides it.
    """

    parameters: Mapping[str, ParameterValue] = field(default_factory=dict)
    severities: Mapping[str, Severity] = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()
    origin: str = "configuration"
    suppressions: Mapping[str, tuple[Suppression, ...]] = field(default_factory=dict)


def results_in(text: str) -> list[str]:
    """Return the words that a checked expression can result in, if it is a word or a CASE of words."""
    alone = re.fullmatch(r"'((?:[^']|'')*)'", text)
    branches = re.findall(r"(?:THEN|ELSE) \('((?:[^']|'')*)'\)|ELSE '((?:[^']|'')*)' END", text)
    return [alone.group(1)] if alone else [first or second for first, second in branches]


def names_in(text: str) -> list[str]:
    """Return the ``$names`` in the text of a checked expression, in order, outside of quotes."""
    return [match.group(1) for match in _TOKEN.finditer(text) if match.group(1)]


def substitute(text: str, literals: Mapping[str, str]) -> str:
    """Replace ``$names`` outside of quotes with SQL literals."""
    return _TOKEN.sub(lambda match: literals[match.group(1)] if match.group(1) else match.group(0), text)


def literal(value: ParameterValue) -> str:
    """The SQL literal of a value.

    Raises:
        RuleError: the value has no literal (not finite, too large, a NUL character).
    """
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int):
        if not -_BIGINT < value < _BIGINT:
            raise RuleError(f"{printable(str(value))} is too large")
        return f"CAST({value} AS BIGINT)"
    if isinstance(value, float):
        if not math.isfinite(value):
            raise RuleError(f"{value} is not a number that can be compared")
        return f"CAST({value!r} AS DOUBLE)"
    if isinstance(value, str):
        if "\0" in value:
            raise RuleError("text must not contain a NUL character")
        return "'" + value.replace("'", "''") + "'"
    return f"CAST([{', '.join(literal(item) for item in value)}] AS VARCHAR[])"


def problem(parameter: Parameter, value: object) -> str | None:
    """Return the error in the value of a parameter (type or bounds), or None."""
    kind = parameter.type
    article = {"integer": "a whole number", "number": "a number", "boolean": "true or false", "text": "a text",
               "list": "a list of texts", "severity": f"one of {', '.join(SEVERITIES)}"}[kind]  # fmt: skip
    fits = {
        "integer": isinstance(value, int) and not isinstance(value, bool),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "boolean": isinstance(value, bool),
        "text": isinstance(value, str),
        "severity": isinstance(value, str) and value in SEVERITIES,
        "list": isinstance(value, list) and all(isinstance(item, str) for item in value),
    }[kind]
    if not fits:
        return f"must be {article}, not {printable(repr(value))}"
    texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    if len(texts) > _MAX_ITEMS or any(len(text) > _MAX_TEXT or "\0" in text for text in texts):
        return f"may contain at most {_MAX_ITEMS} texts of {_MAX_TEXT} characters, without NUL"
    if isinstance(value, int | float) and not isinstance(value, bool):
        if not math.isfinite(value) or not -_BIGINT < value < _BIGINT:
            return f"must be a finite number, not {value}"
        if parameter.minimum is not None and value < parameter.minimum:
            return f"must be at least {parameter.minimum:g}, not {value}"
        if parameter.maximum is not None and value > parameter.maximum:
            return f"must be at most {parameter.maximum:g}, not {value}"
    return None


def check_settings(settings: Settings, rules: Mapping[str, Rule], match_keys: Iterable[str]) -> None:
    """Check a configuration against the rules and the key columns of all views.

    Raises:
        ConfigError: an unknown rule, parameter, severity or match key, or a value of the wrong type or out of bounds.
    """
    keys = sorted(set(match_keys))
    _check_values(settings.parameters, settings.severities, rules, settings.origin)
    for override in settings.overrides:
        if not override.match:
            raise ConfigError(f"{override.origin}: an override requires match: the objects that it applies to")
        for key, pattern in override.match.items():
            if key not in keys:
                raise ConfigError(f"{override.origin}: {unknown('key in match', key, keys)}")
            if not isinstance(pattern, str) or not pattern or len(pattern) > _MAX_TEXT or "\0" in pattern:
                raise ConfigError(f"{override.origin}: the pattern for {key} must be text such as 'lab-*'")
        _check_values(override.parameters, override.severities, rules, override.origin)


def _check_values(
    values: Mapping[str, ParameterValue],
    severities: Mapping[str, Severity],
    rules: Mapping[str, Rule],
    origin: str,
) -> None:
    for name, value in values.items():
        rule_id, dot, short = name.partition(".")
        if not dot:
            raise ConfigError(f"{origin}: {printable(name)} must be written RULE.parameter, such as PTH002.min")
        if rule_id not in rules:
            raise ConfigError(f"{origin}: {unknown('rule', rule_id, rules)}")
        parameter = rules[rule_id].parameters.get(short)
        if parameter is None:
            known = [f"{rule_id}.{one}" for one in rules[rule_id].parameters]
            raise ConfigError(f"{origin}: {unknown('parameter', name, known)}")
        wrong = problem(parameter, value)
        if wrong:
            raise ConfigError(f"{origin}: {name} {wrong}")
    for rule_id, severity in severities.items():
        if rule_id not in rules:
            raise ConfigError(f"{origin}: {unknown('rule', rule_id, rules)}")
        if severity not in SEVERITIES:
            raise ConfigError(f"{origin}: {rule_id}: {unknown('severity', str(severity), SEVERITIES)}")


def sql_of(expression: Expression, rule: Rule, settings: Settings, columns: Mapping[str, ColumnType]) -> str:
    """The text of a checked expression with its parameters as SQL: literals, or a CASE where overrides apply.

    ``columns`` are those of the rule's view or ``rows``; an override with a key that is not among them doesn't apply.
    """
    literals: dict[str, str] = {}
    for name in expression.parameters:
        key = f"{rule.id}.{name}"
        branches = [
            (override.match, _typed(rule.parameters[name], override.parameters[key]))
            for override in settings.overrides
            if key in override.parameters
        ]
        default = settings.parameters.get(key, rule.parameters[name].default)
        literals[name] = _case(branches, _typed(rule.parameters[name], default), columns)
    return substitute(expression.text, literals)


def severity_sql(rule: Rule, settings: Settings, columns: Mapping[str, ColumnType]) -> str:
    """SQL for the severity of each object: override, else configuration, else ``severity_by``, else ``severity``."""
    if rule.id in settings.severities:
        base = literal(settings.severities[rule.id])
    elif rule.severity_by is not None:
        base = f"COALESCE({sql_of(rule.severity_by, rule, settings, columns)}, {literal(rule.severity)})"
    else:
        base = literal(rule.severity)
    branches = [
        (override.match, literal(override.severities[rule.id]))
        for override in settings.overrides
        if rule.id in override.severities
    ]
    return _case(branches, base, columns)


def severities_of(rule: Rule, settings: Settings) -> set[Severity]:
    """Return the severities that findings of a rule can have with these settings."""
    if rule.id in settings.severities:
        found = {settings.severities[rule.id]}
    else:
        words = results_in(rule.severity_by.text) if rule.severity_by is not None else ()
        found = {rule.severity, *(one for one in SEVERITIES if one in words)}
    return found | {override.severities[rule.id] for override in settings.overrides if rule.id in override.severities}


def hidden_sql(rule: Rule, settings: Settings, columns: Mapping[str, ColumnType]) -> str | None:
    """SQL for the number of the suppression that hides an object, NULL for none; None if no suppression can apply.

    A suppression with a key that the rule's objects don't have does not apply to them.
    """
    whens: list[str] = []
    for number, suppression in enumerate(settings.suppressions.get(rule.id, ())):
        fitting = [match for match in suppression.objects if all(key in columns for key in match)]
        if fitting or not suppression.objects:
            condition = " OR ".join(f"({_condition(match, columns)})" for match in fitting) or "TRUE"
            whens.append(f"WHEN {condition} THEN {number}")
    return f"(CASE {' '.join(whens)} END)" if whens else None


def values_for(rule: Rule, settings: Settings, row: Mapping[str, object]) -> dict[str, tuple[ParameterValue, str]]:
    """Return the value of each parameter for one object, and its origin; ``row`` maps column names to values.

    For messages and for ``--show-settings``; agrees with ``sql_of``.
    """
    found: dict[str, tuple[ParameterValue, str]] = {}
    for name, parameter in rule.parameters.items():
        key = f"{rule.id}.{name}"
        value: tuple[ParameterValue, str] = (parameter.default, "rule")
        if key in settings.parameters:
            value = (settings.parameters[key], settings.origin)
        for override in settings.overrides:
            if key in override.parameters and _matches(override.match, row):
                value = (override.parameters[key], override.origin)
        found[name] = value
    return found


def _matches(match: Mapping[str, str], row: Mapping[str, object]) -> bool:
    return all(row.get(key) is not None and glob.matches(pattern, str(row[key])) for key, pattern in match.items())


def _typed(parameter: Parameter, value: ParameterValue) -> str:
    """Keep the type of a number parameter if the value is whole, so that all branches of a CASE agree."""
    return literal(float(value) if parameter.type == "number" and isinstance(value, int) else value)


def _case(branches: list[tuple[Mapping[str, str], str]], default: str, columns: Mapping[str, ColumnType]) -> str:
    whens: list[str] = []
    for match, value in reversed(branches):
        if all(key in columns for key in match):
            whens.append(f"WHEN {_condition(match, columns)} THEN {value}")
    return f"(CASE {' '.join(whens)} ELSE {default} END)" if whens else default


def _condition(match: Mapping[str, str], columns: Mapping[str, ColumnType]) -> str:
    return " AND ".join(
        glob.to_sql(pattern, f'"{key}"' if columns[key] == "text" else f'CAST("{key}" AS VARCHAR)')
        for key, pattern in match.items()
    )
