"""What a configuration says of the latency estimate: its workload, and values for parameters of the estimator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.engine.suggest import printable
from checker.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checker.engine.config import Config
    from checker.estimate.library import Library


def library_of(config: Config) -> Library:
    """The parameters of the estimator with those of the configuration in their place.

    Raises:
        ConfigError: there is no such parameter, or a value is out of bounds; names file, line and column.
    """
    from checker.estimate.library import builtin

    library = builtin()
    own: Mapping[str, Any] = config.estimate.get("parameters", {})
    for name, value in own.items():
        library = library.overridden({name: value}, config.places.get(f"estimate.parameters.{name}", "configuration"))
    return library


def workload_of(option: str | None, config: Config) -> str | None:
    """The workload of an audit: that of the command line (empty for none), else the configuration's.

    Raises:
        ConfigError: the file that the configuration names is not there.
    """
    if option is not None:
        return option or None
    named = config.estimate.get("workload")
    if named is not None and not Path(named).exists():
        place = config.places.get("estimate.workload", "configuration")
        raise ConfigError(f"{place}: estimate.workload: there is no file {printable(str(named), 200)}")
    return named
