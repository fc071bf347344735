"""One hostile input: what it consists of, and what must become of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ZONES = """\
sw-a1:FID128:admin> cfgshow
Defined configuration:
 cfg:   cfg_a   z_1
 zone:  z_1     10:00:00:00:c9:00:00:01; 10:00:00:00:c9:00:00:02
Effective configuration:
 cfg:   cfg_a
 zone:  z_1     10:00:00:00:c9:00:00:01
                10:00:00:00:c9:00:00:02
"""
"""A good export, which is next to each hostile input and must be read whatever that is."""


@dataclass(frozen=True)
class Case:
    """A hostile input.

    Attributes:
        name: what is wrong with it.
        file: its name.
        content: its bytes, or what makes it below a folder.
        says: a part of a note or problem of it; None if it is read without a remark.
        reads: how many exports in it are recognised.
    """

    name: str
    file: str
    content: bytes | Callable[[Path], object]
    says: str | None = None
    reads: int = 0

    def write(self, folder: Path) -> None:
        """Write the input into a folder."""
        if isinstance(self.content, bytes):
            (folder / self.file).write_bytes(self.content)
        else:
            self.content(folder)
