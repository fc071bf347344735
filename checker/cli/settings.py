"""``--show-settings``: every value in force, and where it was set."""

from __future__ import annotations

from checker.cli.audit_run import Library, Request
from checker.cli.terminal import width, write_output
from checker.engine.config import Config, FailOn, check_rules
from checker.report.base import Presentation
from checker.report.words import clean, value_text


def settings_rows(request: Request, config: Config, fail_on: FailOn | None) -> list[tuple[str, str, str]]:
    """Return key, value and origin of each setting.

    Raises:
        ConfigError: the configuration names a rule or parameter that doesn't exist, or a value out of bounds.
    """
    library = Library(request.rules + config.rules, cache=request.cache)
    rules = library.rules()
    keys = {key for rule in rules.values() for key in _keys(rule.view, rule.keys)}
    check_rules(config, rules, keys)
    rows = [("config", config.path or "none", "--config" if request.config else "found" if config.path else "default")]
    named = request.profile or config.profile
    told = "--profile" if request.profile else config.places.get("profile", "default")
    rows.append(("profile", named or "default", told))
    for key in ("select", "ignore", "extend_select", "rules"):
        option, file = getattr(request, key), getattr(config, key)
        origin = f"--{key.replace('_', '-')}" if option else config.places.get(key, "default")
        unset = "all but experimental rules" if key == "select" else "none"
        rows.append((key, ", ".join(option or file or ()) or unset, origin))
    as_of = request.as_of or config.as_of
    origin = "--as-of" if request.as_of else config.places.get("as_of", "default")
    rows.append(("as_of", as_of.isoformat() if as_of else "now", origin))
    told = config.places.get("fail_on", "default") if fail_on is None or fail_on == config.fail_on else "--fail-on"
    rows.append(("fail_on", fail_on or "warning", told))
    for rule_id, severity in sorted(config.settings.severities.items()):
        rows.append((f"severities.{rule_id}", severity, config.places.get(f"severities.{rule_id}", "configuration")))
    for rule in rules.values():
        for name, parameter in rule.parameters.items():
            key = f"{rule.id}.{name}"
            value = config.settings.parameters.get(key, parameter.default)
            rows.append((key, value_text(name, value), config.places.get(f"parameters.{key}", "default")))
    for override in config.settings.overrides:
        objects = ", ".join(f"{key} {pattern}" for key, pattern in override.match.items())
        for key, value in {**override.parameters, **override.severities}.items():
            rows.append((f"{key} for {objects}", value_text(key, value), override.origin))
    return rows


def _keys(view: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    if keys:
        return keys
    from checker.views.catalog import views

    return views()[view].grain if view in views() else ()


def write_settings(request: Request, config: Config, fail_on: FailOn | None) -> None:
    """Write the settings to standard output."""
    import sys

    from checker.report.sheet import Sheet, columns

    rows = settings_rows(request, config, fail_on)
    sheet = Sheet(Presentation(width=width(sys.stdout)))
    indent = min(max(columns(key) for key, _value, _origin in rows) + 2, 40)
    for key, value, origin in rows:
        sheet.paragraph([(f"{clean(value)}  ({clean(origin)})", "")], [(clean(key), "head")], indent)
    write_output(sheet.render())
