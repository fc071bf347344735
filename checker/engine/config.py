"""The configuration: which file counts, what it says, and where each value was written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, cast

from checker.engine.config_check import check
from checker.engine.config_text import MAX_CHARACTERS, ConfigText, read_toml, read_yaml
from checker.engine.parameters import Override, Settings, check_settings
from checker.engine.rule import ParameterValue, Rule, Severity
from checker.engine.suggest import printable, unknown
from checker.errors import ConfigError
from checker.readers.belongs import SourceHint

FailOn = Literal["error", "warning", "info", "never"]
FILE_NAMES = ("sanlint.yaml", ".sanlint.yaml", "pyproject.toml")
KEYS = (
    "profile", "select", "ignore", "extend_select", "severities", "parameters", "overrides", "rules", "sources", "as_of",
    "fail_on", "inventory", "bundles",
)  # fmt: skip
_COMMAND_LINE = "--config"


@dataclass(frozen=True)
class Config:
    """What people set for one estate.

    ``select`` is None where nothing is said. ``rules`` are folders of further rules, beside the file. ``bundles`` are
    limits on unpacking archives. ``settings`` holds parameters, severities and overrides. ``inventory`` is what people declare, as given, and
    ``inventory_text`` the file's text with everything else blanked, so that lines and columns stay true.
    ``places`` says where each value was written: ``parameters.PTH002.min`` → ``sanlint.yaml:3:5``.
    """

    path: str | None = None
    profile: str | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    fail_on: FailOn | None = None
    as_of: datetime | None = None
    settings: Settings = field(default_factory=Settings)
    sources: tuple[SourceHint, ...] = ()
    bundles: Mapping[str, float] = field(default_factory=dict)
    inventory: Mapping[str, Any] | None = None
    inventory_text: str = ""
    places: Mapping[str, str] = field(default_factory=dict)


def load_config(
    path: str | None = None,
    *,
    isolated: bool = False,
    audited: Sequence[str] = (),
    values: Mapping[str, object] | None = None,
    folder: Path | None = None,
) -> Config:
    """Find and read the configuration; ``values`` (``--config KEY=VALUE``) win over the file.

    Args:
        path: the file to use; None looks from ``folder`` upwards.
        isolated: use no file at all.
        audited: the audited paths: a file inside one of them counts only if that lies under ``folder``.
        values: keys such as ``fail_on``, ``severities.PTH002`` or ``PTH002.min`` with their values.
        folder: where to begin to look; None is the current directory.

    Raises:
        ConfigError: names file, line, column and key of what is wrong.
    """
    base = folder or Path.cwd()
    found = Path(path) if path is not None else None if isolated else find_config(base, audited)
    config = Config()
    if found is not None:
        config = _parsed(_read(found), _shown(found, base), found.name)
        config = replace(config, rules=_rule_folders(config, found.parent))
    return _with_values(config, values or {})


def _rule_folders(config: Config, beside: Path) -> tuple[str, ...]:
    folders = [beside / os.path.expanduser(one) for one in config.rules]  # noqa: PTH111 - Path's raises for ~nobody
    for number, folder in enumerate(folders):
        if not folder.is_dir():
            place = config.places.get(f"rules.{number}") or config.places["rules"]
            raise ConfigError(f"{place}: rules: there is no folder {printable(str(folder), 200)}")
    return tuple(map(str, folders))


def find_config(folder: Path, audited: Sequence[str] = ()) -> Path | None:
    """Look for a configuration from a folder upwards to the root of its repository.

    Outside a repository only the folder itself counts, so that nobody else's file in a shared parent takes effect.
    A file inside the audited input is skipped, unless the input lies under ``folder``: a customer's bundle must not
    configure the audit of it.
    """
    start = folder.resolve()
    inputs = [Path(one).resolve() if Path(one).is_absolute() else (start / one).resolve() for one in audited]
    outside = [one for one in inputs if not one.is_relative_to(start)]
    parents = [start, *start.parents]
    root = next((one for one in parents if (one / ".git").exists()), start)
    for one in parents[: parents.index(root) + 1]:
        if any(one.is_relative_to(given) for given in outside):
            continue
        for name in FILE_NAMES:
            candidate = one / name
            if candidate.is_file() and (name != "pyproject.toml" or _has_section(candidate)):
                return candidate
    return None


def parse_time(text: str) -> datetime:
    """Read ``2026-11-01`` or ``2026-11-01T08:00:00Z``; without a zone it is UTC.

    Raises:
        ValueError: it is neither.
    """
    moment = datetime.fromisoformat(text.strip())
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


def check_rules(config: Config, rules: Mapping[str, Rule], match_keys: Iterable[str]) -> None:
    """Hold parameters, severities and overrides against the rules and the key columns of all views.

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


def _has_section(path: Path) -> bool:
    text = path.read_text(encoding="utf-8", errors="replace")
    return "tool" in text and "sanlint" in text and read_toml(text, str(path)) is not None


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_CHARACTERS:
            raise ConfigError(f"{path}: larger than {MAX_CHARACTERS // 2**20} MiB")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 at byte {error.start + 1}") from None
    except OSError as error:
        raise ConfigError(f"{path}: can't be read: {error.strerror or error}") from None


def _shown(path: Path, base: Path) -> str:
    try:
        return path.resolve().relative_to(base.resolve()).as_posix()
    except ValueError:
        return str(path)


@lru_cache(maxsize=2)
def _parsed(text: str, name: str, file_name: str) -> Config:
    """Read one text; kept, because the command line and the audit both ask."""
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
        select=_texts(values["select"]) if "select" in values else None,
        ignore=_texts(values.get("ignore", [])),
        extend_select=_texts(values.get("extend_select", [])),
        rules=_texts(values.get("rules", [])),
        fail_on=cast("FailOn | None", values.get("fail_on")),
        as_of=_time(source, ("as_of",), values["as_of"]) if "as_of" in values else None,
        settings=Settings(parameters, severities, _overrides(source), source.name),
        sources=tuple(
            SourceHint(
                one["match"],
                one.get("owner"),
                _time(source, ("sources", number, "captured_at"), one["captured_at"]) if "captured_at" in one else None,
            )
            for number, one in enumerate(values.get("sources", []))
        ),
        bundles=values.get("bundles", {}),
        inventory=inventory,
        inventory_text=_only_inventory(source, text) if inventory else "",
        places=_places(source),
    )


def _overrides(source: ConfigText) -> tuple[Override, ...]:
    return tuple(
        Override(
            {key: str(pattern) for key, pattern in one["match"].items()},
            one.get("params") or one.get("parameters") or {},
            one.get("severities") or {},
            source.place(("overrides", number)),
        )
        for number, one in enumerate(source.values.get("overrides", []))
    )


def _texts(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _time(source: ConfigText, path: tuple[str | int, ...], text: str) -> datetime:
    try:
        return parse_time(text)
    except ValueError:
        where = source.place(path)
        name = ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
        raise ConfigError(f"{where}: {name} must be a date such as 2026-11-01, not {printable(text)!r}") from None


def _places(source: ConfigText) -> dict[str, str]:
    """Where each setting stands; the inventory's own lines are its reader's affair."""
    return {
        ".".join(map(str, path)): source.place(path)
        for path in source.positions
        if path and len(path) <= 2 and (path[0] != "inventory" or len(path) == 1)
    }


def _only_inventory(source: ConfigText, text: str) -> str:
    """Blank everything but the value of ``inventory``; what is left has the same lines and columns."""
    lines = text.split("\n")
    first = source.positions["inventory",][0]
    later = [position[0] for path, position in source.positions.items() if len(path) == 1 and position[0] > first]
    last = min(later) - 1 if later else len(lines)
    head = lines[first - 1]
    after_key = head.index(":", source.positions["inventory",][1] - 1) + 1
    kept = [" " * after_key + head[after_key:], *lines[first:last]]
    return "\n".join([""] * (first - 1) + kept)


def _with_values(config: Config, values: Mapping[str, object]) -> Config:
    """Put values of the command line over those of the file."""
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
    told = {f"{key}.{name}" if isinstance(part, dict) else key: _COMMAND_LINE
            for key, part in source.values.items() for name in (part if isinstance(part, dict) else [""])}  # fmt: skip
    return replace(
        config,
        **{key: getattr(given, key) for key in source.values if key not in {"parameters", "severities", "bundles"}},
        bundles={**config.bundles, **given.bundles},
        settings=Settings(
            {**config.settings.parameters, **given.settings.parameters},
            {**config.settings.severities, **given.settings.severities},
            config.settings.overrides,
            config.settings.origin,
        ),
        places={**config.places, **told},
    )


def _put(values: dict[str, Any], name: str, value: object) -> None:
    head, _, rest = name.partition(".")
    head = head.replace("-", "_")
    if head in {"parameters", "severities", "bundles"} and rest:
        values.setdefault(head, {})[rest] = value
    elif head in {"profile", "select", "ignore", "extend_select", "rules", "as_of", "fail_on"} and not rest:
        listed = head not in {"profile", "as_of", "fail_on"} and isinstance(value, str)
        values[head] = [part.strip() for part in str(value).split(",")] if listed else value
    elif head.isupper() or (rest and any(char.isdigit() for char in head)):
        values.setdefault("parameters", {})[name] = value
    else:
        known = [*(key for key in KEYS if key not in {"overrides", "sources", "inventory"}), "PTH002.min"]
        raise ConfigError(f"{_COMMAND_LINE}: {unknown('key', name, known)}")
