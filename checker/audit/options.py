"""Options of an audit: everything a caller can choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

Progress = Callable[[str, float], None]
"""Called with the name of a step and the fraction of it that is done (0 to 1; 0 if unknown)."""


@dataclass(frozen=True)
class Options:
    """Options of an audit. All have defaults; ``sanlint check --help`` explains them.

    Attributes:
        config: the configuration file; None searches upwards from the working directory.
        isolated: use no configuration file.
        config_values: single values that override the configuration, by key (``PTH002.min``).
        rules: folders of additional rules.
        profile: the rule profile; None uses the configuration's.
        select, ignore, extend_select: rule ids, prefixes and tags.
        require: rule ids that must be evaluated.
        as_of: the time that ages are measured against; None uses the configuration's, else now (UTC).
        jobs: processes that read exports; None starts one per core.
        threads: database threads; None uses all cores, or one for small inputs.
        cache: use and update the cache of compiled rules.
        remember: keep answers in the private cache, and use those of earlier runs on the same content.
        ignore_suppressions: also ignores the baseline of the configuration.
        baseline: a file that replaces the configuration's baseline; an empty string disables it.
        include, exclude: globs for the files to read within folders.
        left_out: files that are not read, each by its name and its member in an archive.
        previous: paths of an earlier capture, used to turn counters into rates.
        workload: a file that replaces the configuration's workload; an empty string disables it.
        samples: also read samples over time, which only triage uses.
        timezone: zone of times that state it by a word of several zones, such as CST; '' if it is not known.
        passes: also list the objects that pass, with the counts that were compared.
        missing: work out which facts and exports are missing; without it, reports only count what was not evaluated.
        contents: what to read instead of files on disk, by real path: an editor has it before it is saved.
        progress: called as the audit advances.
    """

    config: str | None = None
    isolated: bool = False
    config_values: Mapping[str, object] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    profile: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    as_of: datetime | None = None
    jobs: int | None = None
    threads: int | None = None
    cache: bool = True
    remember: bool = False
    ignore_suppressions: bool = False
    baseline: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    left_out: frozenset[tuple[str, str | None]] = frozenset()
    previous: tuple[str, ...] = ()
    workload: str | None = None
    samples: bool = False
    timezone: str = ""
    passes: bool = False
    missing: bool = True
    contents: Mapping[str, bytes] = field(default_factory=dict)
    progress: Progress | None = None
