"""The configuration as a value: settings, and the position of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from checker.intake.owners.hints import SourceHint
from checker.rules.config.parameters import Settings
from checker.rules.suppress.model import Suppression

FailOn = Literal["error", "warning", "info", "never"]


@dataclass(frozen=True)
class Config:
    """The settings for one environment.

    ``select`` is None if not set. ``rules`` are folders of further rules and ``baseline`` is a file, both relative to the
    configuration. ``rules_found_in_input`` says that the file came with the exports and no option names it. ``bundles`` are limits on unpacking archives. ``docs_url`` is where the documentation is published.
    ``estimate`` contains ``workload``, a file relative to the configuration, and ``parameters`` of the estimator.
    ``settings`` contains parameters, severities and overrides. ``inventory`` is the declared inventory as given, and
    ``inventory_text`` the file's text with everything else blanked, so that lines and columns stay correct.
    ``places`` maps each value to its position: ``parameters.PTH002.min`` → ``sanlint.yaml:3:5``.
    """

    path: str | None = None
    profile: str | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    rules_found_in_input: bool = False
    fail_on: FailOn | None = None
    as_of: datetime | None = None
    settings: Settings = field(default_factory=Settings)
    sources: tuple[SourceHint, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    baseline: str | None = None
    docs_url: str | None = None
    bundles: Mapping[str, float] = field(default_factory=dict)
    estimate: Mapping[str, Any] = field(default_factory=dict)
    inventory: Mapping[str, Any] | None = None
    inventory_text: str = ""
    places: Mapping[str, str] = field(default_factory=dict)
