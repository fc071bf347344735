"""``--show-settings``: all settings, and where each is set."""

from __future__ import annotations

from collections.abc import Iterator

from checker.audit.options import Options
from checker.audit.session import Session
from checker.cli.support.library import Library
from checker.cli.support.terminal import width, write_output
from checker.errors import UsageError
from checker.report.base import Presentation
from checker.report.text.words import clean, plural, value_text
from checker.rules.book.rule import Rule
from checker.rules.config.config import check_rules
from checker.rules.config.model import Config, FailOn

Row = tuple[str, str, str]


def settings_rows(san: Session, fail_on: FailOn | None) -> list[Row]:
    """Return the key, value and origin of each setting.

    Raises:
        ConfigError: the configuration names an unknown rule or parameter, or a value out of range.
    """
    options, config = san.options, san.config
    rules = Library.of(san).rules()
    keys = {key for rule in rules.values() for key in _keys(rule.view, rule.keys)}
    check_rules(config, rules, keys)
    chosen, wrong = _chosen(san)
    chosen_text = (
        ("none", wrong) if wrong else (f"{len(chosen):,} of {plural(len(rules), 'rule')}", "by the values above")
    )
    return [
        *_selection(options, config),
        ("rules that run", *chosen_text),
        *_rest(options, config, fail_on),
        *_hidden(options, config),
        *_severities(options, config, rules),
        *_parameters(config, rules, chosen),
    ]


def _chosen(san: Session) -> tuple[dict[str, Rule], str]:
    """Return the rules as they run, or the error in the selection: the other settings help to find it."""
    try:
        return {rule.id: rule for rule in san.rules}, ""
    except UsageError as error:
        return {}, str(error)


def _selection(options: Options, config: Config) -> Iterator[Row]:
    yield "config", config.path or "none", "--config" if options.config else "found" if config.path else "default"
    named = options.profile or config.profile
    yield "profile", named or "default", "--profile" if options.profile else _place(config, "profile")
    for key in ("select", "ignore", "extend_select", "rules"):
        option, file = getattr(options, key), getattr(config, key)
        unset = "all but experimental rules" if key == "select" else "none"
        origin = f"--{key.replace('_', '-')}" if option else _place(config, key)
        yield key, ", ".join(option or file or ()) or unset, origin


def _rest(options: Options, config: Config, fail_on: FailOn | None) -> Iterator[Row]:
    as_of = options.as_of or config.as_of
    yield "as_of", as_of.isoformat() if as_of else "now", "--as-of" if options.as_of else _place(config, "as_of")
    origin = _place(config, "fail_on") if fail_on is None or fail_on == config.fail_on else "--fail-on"
    yield "fail_on", fail_on or "warning", origin
    yield "docs_url", config.docs_url or "none", _place(config, "docs_url")
    for number, hint in enumerate(config.sources):
        said = [f"owner {hint.owner}"] if hint.owner else []
        said += [f"captured at {hint.captured_at.isoformat()}"] if hint.captured_at else []
        yield f"sources {hint.match}", ", ".join(said) or "nothing", _place(config, f"sources.{number}")
    for name, limit in config.bundles.items():
        yield f"bundles.{name}", f"{limit:,}", config.places.get(f"bundles.{name}", _place(config, "bundles"))
    given = config.estimate.get("workload") if options.workload is None else options.workload
    origin = _place(config, "estimate.workload") if options.workload is None else "--workload"
    yield "estimate.workload", given or "none", origin
    for name, value in config.estimate.get("parameters", {}).items():
        ends = list(value.values()) if isinstance(value, dict) else [value]
        place = config.places.get(f"estimate.parameters.{name}", _place(config, "estimate"))
        yield f"estimate.parameters.{name}", " / ".join(f"{one:g}" for one in ends), place
    if config.inventory:
        yield "inventory", ", ".join(config.inventory), _place(config, "inventory")


def _hidden(options: Options, config: Config) -> Iterator[Row]:
    """Yield baseline and suppressions, unless ``--ignore-suppressions`` disables them."""
    baseline = options.baseline or (None if options.ignore_suppressions else config.baseline)
    yield "baseline", baseline or "none", "--baseline" if options.baseline else _place(config, "baseline")
    if options.ignore_suppressions:
        yield "suppressions", "none", "--ignore-suppressions"
        return
    for one in config.suppressions:
        until = f", until {one.expires}" if one.expires else ""
        yield f"suppressed {one.subject}", f"{one.reason}{until}", one.place


def _severities(options: Options, config: Config, rules: dict[str, Rule]) -> Iterator[Row]:
    from checker.rules.config.profile import profile_named

    name = options.profile or config.profile
    set_here = config.settings.severities
    of_profile = profile_named(name).severities(list(rules.values())) if name else {}
    for rule_id in sorted({*set_here, *of_profile}):
        if rule_id in set_here:
            place = config.places.get(f"severities.{rule_id}", "configuration")
            yield f"severities.{rule_id}", set_here[rule_id], place
        else:
            yield f"severities.{rule_id}", of_profile[rule_id], f"profile {name}"


def _parameters(config: Config, rules: dict[str, Rule], chosen: dict[str, Rule]) -> Iterator[Row]:
    for rule in rules.values():
        for name, parameter in rule.parameters.items():
            key = f"{rule.id}.{name}"
            default = chosen.get(rule.id, rule).parameters[name].default
            value = config.settings.parameters.get(key, default)
            # Selecting a rule by name activates its unconfirmed defaults.
            unset = "default" if default == parameter.default else "rule selected by name"
            yield key, value_text(name, value), config.places.get(f"parameters.{key}", unset)
    for override in config.settings.overrides:
        objects = ", ".join(f"{key} {pattern}" for key, pattern in override.match.items())
        for key, value in {**override.parameters, **override.severities}.items():
            yield f"{key} for {objects}", value_text(key, value), override.origin


def _place(config: Config, key: str) -> str:
    return config.places.get(key, "default")


def _keys(view: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    if keys:
        return keys
    from checker.views.catalog import views

    return views()[view].grain if view in views() else ()


def write_settings(san: Session, fail_on: FailOn | None) -> None:
    """Write the settings of a session to standard output."""
    import sys

    from checker.report.text.sheet import Sheet, columns

    rows = settings_rows(san, fail_on)
    sheet = Sheet(Presentation(width=width(sys.stdout)))
    indent = min(max(columns(key) for key, _value, _origin in rows) + 2, 48)
    for key, value, origin in rows:
        sheet.paragraph([(f"{clean(value)}  ({clean(origin)})", "")], [(clean(key), "head")], indent)
    write_output(sheet.render())
