"""Answers of earlier runs about the same exports, in the private cache.

An answer is kept under a digest of everything that it depends on: the content of every file, the configuration, the
options, the rules, the program and its libraries. One that cannot be read back is computed again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from checker import cache, plugins, resources
from checker.audit.selection import baseline_of
from checker.intake.walk import content_digest
from checker.plain import decode, encode
from checker.rules.suppress.baseline import MAX_BYTES
from checker.system.files import read_regular

if TYPE_CHECKING:
    from checker.audit.opened import Opened
    from checker.intake.record import ExportRecord

Answer = TypeVar("Answer")
_FORM = 1
"""Increment this when the content of answers changes without the program."""
_LARGEST = 16 * 1024 * 1024
"""Bytes of the largest answer that is kept; reading a larger one takes as long as many audits."""


class Remembered:
    """The answers about the exports of one session."""

    def __init__(self, san: Opened) -> None:
        self._san = san
        self._states: Mapping[Path, tuple[int, ...]] = {}

    @cached_property
    def _digest(self) -> str | None:
        """What answers depend on; None if they may depend on more than that."""
        san = self._san
        if not self.files_too or plugins.plugins(plugins.RULES):
            return None
        try:
            san.keep_streams()
            self._states = {one.path: resources.state_of(one.path) for one in san.input.files if one.path is not None}
            files = tuple((replace(one, path=None, content=None), content_digest(one)) for one in san.input.files)
            return hashlib.sha256(encode((_FORM, resources.state_of_program(), files, _settings(san)))).hexdigest()
        except (OSError, TypeError):
            return None

    def load(self, question: object, classes: Callable[[], Iterable[type]]) -> Any | None:
        """Return the answer to a question, or None if there is none.

        Args:
            question: its name, and everything that it depends on besides exports and configuration.
            classes: returns the class of its answer, and those of what it contains.
        """
        if not self.on:
            return None

        def decoded(content: bytes) -> object:
            kind, *parts = classes()
            found = decode(content, (kind, *parts))
            if type(found) is not kind:
                raise TypeError(f"not a {kind.__name__}")
            return found

        try:
            name = self._name(question)
        except TypeError:
            return None
        return cache.load(name, decoded)

    def keep(self, question: object, answer: object, records: Iterable[ExportRecord]) -> None:
        """Keep the answer to a question, unless it depends on how busy the machine was, or on files that changed meanwhile."""
        if not self.on or any(record.cut_short for record in records):
            return
        try:
            if any(resources.state_of(path) != state for path, state in self._states.items()):
                return
            content = encode(answer)
        except (OSError, TypeError):
            return
        if len(content) <= _LARGEST:
            cache.write(self._name(question), content)

    @property
    def on(self) -> bool:
        """Whether answers are kept."""
        return self._digest is not None

    @property
    def files_too(self) -> bool:
        """Whether what is read of single files is kept as well, and used if other files changed."""
        options = self._san.options
        return options.remember and options.cache and not options.contents and not plugins.plugins(plugins.READERS)

    def _name(self, question: object) -> str:
        key = hashlib.sha256(encode((self._digest, question))).hexdigest()[:40]
        return f"{cache.ANSWERS}{key}.json"


def _settings(san: Opened) -> tuple[object, ...]:
    """Return the options and the configuration that every answer depends on."""
    options = replace(
        san.options, progress=None, as_of=None, jobs=None, threads=None, passes=False, baseline=None, contents={}
    )
    # The text of the inventory has everything that its values have.
    return san.paths, str(Path.cwd()), options, replace(san.config, as_of=None, inventory=None)


def settings_of_check(san: Opened, *, use_baseline: bool) -> tuple[object, ...]:
    """Return what a report depends on besides: workload, baseline, further rules and the time."""
    baseline = baseline_of(san.options, san.config) if use_baseline else None
    others = tuple(book.digest for book in san.books[1:])
    return (
        san.workload,
        (str(baseline), hashlib.sha256(read_regular(baseline, MAX_BYTES)).hexdigest())
        if baseline is not None
        else None,
        others,
        # Built-in rules compare days in UTC, suppressions those of the given time zone, rules of others perhaps the time of day.
        san.as_of if others else (_day_in_utc(san.as_of), san.as_of.date().isoformat()),
    )


def _day_in_utc(moment: datetime) -> str:
    """Return the day of a moment; one without a time zone is in UTC."""
    return (moment.astimezone(UTC) if moment.tzinfo else moment).date().isoformat()
