"""Which configuration counts: looked for from a folder upwards, never inside what is audited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from checker.engine.config_text import MAX_CHARACTERS, read_toml
from checker.errors import ConfigError
from checker.readers.intake import A_CONFIGURATION, ExportRecord

FILE_NAMES = ("sanlint.yaml", ".sanlint.yaml", "pyproject.toml")


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


def read_config(path: Path) -> str:
    """Return the text of a configuration.

    Raises:
        ConfigError: it can't be read, is too large, or is not UTF-8.
    """
    try:
        if path.stat().st_size > MAX_CHARACTERS:
            raise ConfigError(f"{path}: larger than {MAX_CHARACTERS // 2**20} MiB")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 at byte {error.start + 1}") from None
    except OSError as error:
        raise ConfigError(f"{path}: can't be read: {error.strerror or error}") from None


def shown_name(path: Path, base: Path) -> str:
    """Return how a configuration is named to people: from ``base`` on if it lies below."""
    try:
        return path.resolve().relative_to(base.resolve()).as_posix()
    except ValueError:
        return str(path)


def name_the_used(records: Iterable[ExportRecord], used: str | None) -> None:
    """Say of the configuration in use, where it lies inside the audited input, that it is the one in use."""
    if used is None:
        return
    for record in records:
        # Only what a note names can be it: looking every file up would take long.
        if record.member is None and record.notes and record.notes[0][1] == A_CONFIGURATION:
            try:
                same = Path(record.file).samefile(used)
            except OSError:
                same = False
            if same:
                record.notes = [(1, "the configuration of this audit")]


def _has_section(path: Path) -> bool:
    text = path.read_text(encoding="utf-8", errors="replace")
    return "tool" in text and "sanlint" in text and read_toml(text, str(path)) is not None
