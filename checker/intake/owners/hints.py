"""What the configuration says about files: their owner, or when they were collected."""

from __future__ import annotations

import fnmatch
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.intake.walk import SourceFile


@dataclass(frozen=True)
class SourceHint:
    """An entry of the configuration: a glob for file names, and the owner or time of collection of those files."""

    match: str
    owner: str | None = None
    captured_at: datetime | None = None

    def fits(self, source: SourceFile) -> bool:
        """Return whether the glob matches the file's name, or ``archive!member`` for a member of an archive."""
        name = source.name if source.member is None else f"{source.name}!{source.member}"
        return any(fnmatch.fnmatch(one, self.match) for one in (name, source.member or name))
