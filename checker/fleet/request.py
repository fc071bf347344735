"""What a worker is asked, and what it returns: plain values that can be sent to another machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

MIB = 2**20
CapturedFrom = Literal["manifest", "name", "exports", "file"]
State = Literal["audited", "nothing read", "error", "unchanged", "unassigned"]
Tables = Mapping[str, Mapping[str, str]]
"""Pseudonyms by table and original."""


@dataclass(frozen=True)
class Bundle:
    """One bundle of exports.

    Attributes:
        url: where it is; may contain credentials.
        source: the same without credentials.
        site: the site that it is of.
        captured_at: time in ISO 8601, or only a month, or '' if neither the manifest nor the name states one.
        captured_from: what stated it.
        tags: tags of the manifest.
        change_mark: what its storage says to recognise a change; '' if it says nothing.
        modified_at: time of the last change in ISO 8601, '' if unknown.
        problem: why it cannot be read, as far as that is known before.
        names: names to replace if it is anonymised; ``source``, ``site`` and ``tags`` are pseudonyms then.
    """

    url: str
    source: str
    site: str
    captured_at: str = ""
    captured_from: CapturedFrom = "file"
    tags: tuple[str, ...] = ()
    change_mark: str = ""
    modified_at: str = ""
    problem: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class TaskLimits:
    """Limits of one task: size of a bundle, memory (address space) of its audit, processor time."""

    bundle_bytes: int = 4096 * MIB
    memory_bytes: int = 4096 * MIB
    seconds: float = 600.0


@dataclass(frozen=True)
class Settings:
    """How every bundle is audited.

    Attributes:
        digest: SHA-256 of all of them.
        version: version of sanlint that is expected on the worker.
        config: text of the configuration, None for none.
        config_values: single values that override it, by key.
        rules: files of additional rules, each by its path relative to its folder.
        profile, select, ignore, extend_select: as for ``sanlint check``.
        pages: also write the HTML report of each bundle.
        anonymous: replace every name by a pseudonym.
        limits: of each task.
    """

    digest: str
    version: str
    config: str | None = None
    config_values: Mapping[str, object] = field(default_factory=dict)
    rules: Mapping[str, bytes] = field(default_factory=dict)
    profile: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    pages: bool = False
    anonymous: bool = False
    limits: TaskLimits = field(default_factory=TaskLimits)


@dataclass(frozen=True)
class Outcome:
    """What became of a bundle.

    Attributes:
        bundle: the bundle.
        state: whether it was audited. ``unchanged``: its content is the one that was audited before. ``unassigned``: it
            has names without a pseudonym.
        reason: why not.
        digest: SHA-256 of its content; that of its source if it could not be read.
        month: month of its exports, as in 2026-03.
        errors: findings of severity error.
        seconds: time of the audit.
        files: the Parquet file of each table.
        page: the HTML report, if one was asked for.
        page_name: its path relative to the folder of results, as in the table of bundles.
        names: names by pseudonym; or, if it is ``unassigned``, what is missing.
    """

    bundle: Bundle
    state: State
    reason: str = ""
    digest: str = ""
    month: str = ""
    errors: int = 0
    seconds: float = 0.0
    files: Mapping[str, bytes] = field(default_factory=dict)
    page: bytes = b""
    page_name: str = ""
    names: Mapping[str, Any] = field(default_factory=dict)
