"""The entries of a configuration as values: overrides, source hints and suppressions."""

from __future__ import annotations

from datetime import UTC, date, datetime

from checker.errors import ConfigError
from checker.intake.owners.hints import SourceHint
from checker.rules.config.parameters import Override
from checker.rules.config.text import ConfigText
from checker.rules.language.suggest import printable
from checker.rules.suppress.model import Suppression


def parse_time(text: str) -> datetime:
    """Read ``2026-11-01`` or ``2026-11-01T08:00:00Z``; without a zone it is UTC.

    Raises:
        ValueError: the text has neither form.
    """
    moment = datetime.fromisoformat(text.strip())
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


def time_at(source: ConfigText, path: tuple[str | int, ...], text: str) -> datetime:
    """Return the time that a value of the configuration states.

    Raises:
        ConfigError: the value is not a time; the message names its position.
    """
    try:
        return parse_time(text)
    except ValueError:
        name = ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
        where = source.place(path)
        raise ConfigError(f"{where}: {name} must be a date such as 2026-11-01, not {printable(text)!r}") from None


def texts(value: str | list[str]) -> tuple[str, ...]:
    """Return the texts of a value that may be a single text or a list."""
    return (value,) if isinstance(value, str) else tuple(value)


def overrides_of(source: ConfigText) -> tuple[Override, ...]:
    """Return the entries of ``overrides``."""
    return tuple(
        Override(
            {key: str(pattern) for key, pattern in one["match"].items()},
            one.get("params") or one.get("parameters") or {},
            one.get("severities") or {},
            source.place(("overrides", number)),
        )
        for number, one in enumerate(source.values.get("overrides", []))
    )


def hints_of(source: ConfigText) -> tuple[SourceHint, ...]:
    """Return the entries of ``sources``.

    Raises:
        ConfigError: a time of collection is not a date.
    """
    found = []
    for number, one in enumerate(source.values.get("sources", [])):
        path = ("sources", number, "captured_at")
        captured_at = time_at(source, path, one["captured_at"]) if "captured_at" in one else None
        found.append(SourceHint(one["match"], one.get("owner"), captured_at))
    return tuple(found)


def suppressions_of(source: ConfigText) -> tuple[Suppression, ...]:
    """Return the entries of ``suppressions``.

    Raises:
        ConfigError: the expiry date of an entry is not a date.
    """
    found = []
    for number, one in enumerate(source.values.get("suppressions", [])):
        objects = one.get("objects")
        found.append(
            Suppression(
                "config",
                source.place(("suppressions", number)),
                " ".join(one["reason"].split()),
                _day(source, number, one["expires"]) if "expires" in one else None,
                texts(one.get("rule", ())),
                ({key: str(pattern) for key, pattern in objects.items()},) if objects else (),
                one.get("finding"),
            )
        )
    return tuple(found)


def _day(source: ConfigText, number: int, text: str) -> str:
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        where = source.place(("suppressions", number, "expires"))
        problem = f"suppressions.{number + 1}.expires must be a day such as 2027-01-31, not {printable(text)!r}"
        raise ConfigError(f"{where}: {problem}") from None
