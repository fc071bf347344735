"""The latency estimate in the configuration: its workload, and values for parameters of the estimator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.errors import ConfigError
from checker.rules.language.suggest import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checker.estimate.library import Library
    from checker.rules.config.model import Config


def library_of(config: Config) -> Library:
    """Return the parameters of the estimator, overridden by those of the configuration.

    Raises:
        ConfigError: a parameter is unknown or a value is out of bounds; the message names file, line and column.
    """
    from checker.estimate.library import builtin

    library = builtin()
    own: Mapping[str, Any] = config.estimate.get("parameters", {})
    for name, value in own.items():
        library = library.overridden({name: value}, config.places.get(f"estimate.parameters.{name}", "configuration"))
    return library


def workload_of(option: str | None, config: Config) -> str | None:
    """Return the workload of an audit: that of the command line (empty for none), else that of the configuration.

    Raises:
        ConfigError: the file that the configuration names does not exist.
    """
    if option is not None:
        return option or None
    named = config.estimate.get("workload")
    if named is not None and not Path(named).exists():
        place = config.places.get("estimate.workload", "configuration")
        raise ConfigError(f"{place}: estimate.workload: file {printable(str(named), 200)} not found")
    return named
