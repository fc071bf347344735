"""The configuration: which file is used, its values, and the position of each value."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from checker.errors import ConfigError
from checker.rules.book.rule import ParameterValue, Rule, Severity
from checker.rules.config.check import check
from checker.rules.config.entries import hints_of, overrides_of, suppressions_of, texts, time_at
from checker.rules.config.find import find_config, inside_any, read_config, shown_name
from checker.rules.config.model import Config, FailOn
from checker.rules.config.parameters import Settings, check_settings
from checker.rules.config.text import ConfigText, read_toml, read_yaml
from checker.rules.language.suggest import printable, unknown
from checker.rules.suppress.suppressions import check_suppressions

KEYS = (
    "profile", "select", "ignore", "extend_select", "severities", "parameters", "overrides", "rules", "sources", "as_of",
    "fail_on", "inventory", "bundles", "suppressions", "baseline", "estimate", "docs_url",
)  # fmt: skip
_COMMAND_LINE = "--config"
_MERGED = frozenset(["parameters", "severities", "bundles", "estimate"])
_DEPTH: Mapping[str | int, int] = {"inventory": 1, "estimate": 3}
"""Depth to which the settings of a key are distinguished, if it is not two keys."""


def load_config(
    path: str | None = None,
    *,
    isolated: bool = False,
    audited: Sequence[str] = (),
    values: Mapping[str, object] | None = None,
    folder: Path | None = None,
    remember: bool = False,
) -> Config:
    """Find and read the configuration; ``values`` (``--config KEY=VALUE``) override the file.

    Args:
        path: the file to use; None searches from ``folder`` upwards.
        isolated: use no file at all.
        audited: the audited paths: a file inside one of them counts only if that lies under ``folder``.
        values: keys such as ``fail_on``, ``severities.PTH002`` or ``PTH002.min`` with their values.
        folder: where to start the search; None means the current directory.
        remember: whether to use the private cache.

    Raises:
        ConfigError: names file, line, column and key of the error.
    """
    base = folder or Path.cwd()
    found = Path(path) if path is not None else None if isolated else find_config(base, audited)
    config = Config()
    if found is not None:
        parse: Callable[[str, str, str], Config] = parse_config
        if remember:
            from checker.rules.config.kept import kept_config

            parse = kept_config
        config = parse(read_config(found), shown_name(found, base), found.name)
        config = replace(
            config,
            rules=_rule_folders(config, found.parent),
            rules_found_in_input=path is None and "rules" not in (values or {}) and inside_any(found, base, audited),
        )
        if config.baseline is not None:
            config = replace(config, baseline=str(found.parent / config.baseline))
        if "workload" in config.estimate:
            workload_path = str(found.parent / config.estimate["workload"])
            config = replace(config, estimate={**config.estimate, "workload": workload_path})
    config = _with_values(config, values or {})
    if config.estimate.get("parameters"):
        from checker.rules.config.estimate import library_of

        # An invalid value is reported before anything is read.
        library_of(config)
    return config


def _rule_folders(config: Config, config_folder: Path) -> tuple[str, ...]:
    folders = [config_folder / os.path.expanduser(one) for one in config.rules]  # noqa: PTH111 - Path's raises for unknown users
    for number, folder in enumerate(folders):
        if not folder.is_dir():
            place = config.places.get(f"rules.{number}") or config.places["rules"]
            raise ConfigError(f"{place}: rules: folder {printable(str(folder), 200)} not found")
    return tuple(map(str, folders))


def check_rules(config: Config, rules: Mapping[str, Rule], match_keys: Iterable[str]) -> None:
    """Check parameters, severities, overrides and suppressions against the rules and the key columns of all views.

    Raises:
        ConfigError: names file, line and column of an unknown rule, parameter or key, or of a value out of bounds.
    """
    keys = list(match_keys)
    settings = config.settings
    for name, value in settings.parameters.items():
        place = config.places.get(f"parameters.{name}", settings.origin)
        check_settings(Settings(parameters={name: value}, origin=place), rules, keys)
    for name, severity in settings.severities.items():
        place = config.places.get(f"severities.{name}", settings.origin)
        check_settings(Settings(severities={name: severity}, origin=place), rules, keys)
    for override in settings.overrides:
        check_settings(Settings(overrides=(override,)), rules, keys)
    check_suppressions(config.suppressions, rules, keys)


@lru_cache(maxsize=2)
def parse_config(text: str, name: str, file_name: str) -> Config:
    """Parse the text of a configuration; cached, because both the command line and the audit need it.

    Args:
        text: the whole file.
        name: how errors name the file.
        file_name: its last part, which says whether it is TOML.

    Raises:
        ConfigError: names file, line, column and key of the error.
    """
    if file_name.endswith(".toml"):
        source = read_toml(text, name)
        if source is None:
            raise ConfigError(f"{name}: has no [tool.sanlint]")
        if "inventory" in source.values:
            raise ConfigError(f"{source.place(('inventory',))}: declare an inventory in sanlint.yaml")
    else:
        source = read_yaml(text, name)
    check(source)
    return _config(source, name, text)


def _config(source: ConfigText, path: str | None, text: str) -> Config:
    values = source.values
    parameters: dict[str, ParameterValue] = values.get("parameters", {})
    severities: dict[str, Severity] = values.get("severities", {})
    inventory = values.get("inventory")
    return Config(
        path=path,
        profile=values.get("profile"),
        select=texts(values["select"]) if "select" in values else None,
        ignore=texts(values.get("ignore", [])),
        extend_select=texts(values.get("extend_select", [])),
        rules=texts(values.get("rules", [])),
        fail_on=cast("FailOn | None", values.get("fail_on")),
        as_of=time_at(source, ("as_of",), values["as_of"]) if "as_of" in values else None,
        settings=Settings(parameters, severities, overrides_of(source), source.name),
        sources=hints_of(source),
        suppressions=suppressions_of(source),
        baseline=values.get("baseline"),
        docs_url=values.get("docs_url"),
        bundles=values.get("bundles", {}),
        estimate=values.get("estimate", {}),
        inventory=inventory,
        inventory_text=_only_inventory(source, text) if inventory else "",
        places=_places(source),
    )


def _places(source: ConfigText) -> dict[str, str]:
    """Positions of the settings; the inventory reader handles the inventory's own lines."""
    return {
        ".".join(map(str, path)): source.place(path)
        for path in source.positions
        if path and len(path) <= _DEPTH.get(path[0], 2)
    }


def _only_inventory(source: ConfigText, text: str) -> str:
    """Blank everything but the value of ``inventory``, which keeps its lines and columns."""
    lines = text.split("\n")
    first = source.positions["inventory",][0]
    later = [position[0] for path, position in source.positions.items() if len(path) == 1 and position[0] > first]
    last = min(later) - 1 if later else len(lines)
    head = lines[first - 1]
    after_key = head.index(":", source.positions["inventory",][1] - 1) + 1
    kept = [" " * after_key + head[after_key:], *lines[first:last]]
    return "\n".join([""] * (first - 1) + kept)


def _with_values(config: Config, values: Mapping[str, object]) -> Config:
    """Override values of the file with those of the command line."""
    if not values:
        return config
    source = ConfigText(_COMMAND_LINE)
    for name, value in values.items():
        _put(source.values, name, value)
    try:
        check(source)
        given = _config(source, None, "")
    except ConfigError as error:
        raise ConfigError(str(error).replace(f"{_COMMAND_LINE}:1:1:", f"{_COMMAND_LINE}:")) from None
    origins = {f"{key}.{name}" if isinstance(part, dict) else key: _COMMAND_LINE
            for key, part in source.values.items() for name in (part if isinstance(part, dict) else [""])}  # fmt: skip
    origins.update({f"estimate.parameters.{name}": _COMMAND_LINE for name in given.estimate.get("parameters", {})})
    return replace(
        config,
        **{key: getattr(given, key) for key in source.values if key not in _MERGED},
        bundles={**config.bundles, **given.bundles},
        estimate=_estimate(config.estimate, given.estimate),
        settings=Settings(
            {**config.settings.parameters, **given.settings.parameters},
            {**config.settings.severities, **given.settings.severities},
            config.settings.overrides,
            config.settings.origin,
        ),
        places={**config.places, **origins},
    )


def _estimate(config: Mapping[str, Any], given: Mapping[str, Any]) -> Mapping[str, Any]:
    parameters = {**config.get("parameters", {}), **given.get("parameters", {})}
    return {**config, **given, **({"parameters": parameters} if parameters else {})}


def _put(values: dict[str, Any], name: str, value: object) -> None:
    head, _, rest = name.partition(".")
    head = head.replace("-", "_")
    if head == "estimate" and rest:
        kind, _, parameter = rest.partition(".")
        within = values.setdefault(head, {})
        within.setdefault(kind, {}).update({parameter: value}) if parameter else within.update({kind: value})
        return
    if head in {"parameters", "severities", "bundles"} and rest:
        values.setdefault(head, {})[rest] = value
    elif (
        head in {"profile", "select", "ignore", "extend_select", "rules", "as_of", "fail_on", "baseline", "docs_url"}
        and not rest
    ):
        listed = head not in {"profile", "as_of", "fail_on", "baseline", "docs_url"} and isinstance(value, str)
        values[head] = [part.strip() for part in str(value).split(",")] if listed else value
    elif head.isupper() or (rest and any(char.isdigit() for char in head)):
        values.setdefault("parameters", {})[name] = value
    else:
        known = [
            *(key for key in KEYS if key not in {"overrides", "sources", "inventory", "suppressions"}),
            "PTH002.min",
            # A setting of a rule was given, but below another key than parameters.
            *([rest] if "." in rest else []),
        ]
        raise ConfigError(f"{_COMMAND_LINE}: {unknown('key', name, known)}")
