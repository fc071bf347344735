"""Find the configuration: search from a folder upwards, never inside the audited input."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from checker.errors import ConfigError
from checker.intake.record import ExportRecord
from checker.intake.unrecognised.own_documents import A_CONFIGURATION
from checker.rules.config.text import MAX_CHARACTERS, read_toml
from checker.system.files import read_regular

FILE_NAMES = ("sanlint.yaml", ".sanlint.yaml", "pyproject.toml")


def find_config(folder: Path, audited: Sequence[str] = ()) -> Path | None:
    """Search for a configuration from a folder upwards to the root of its repository.

    Outside a repository only the folder itself is searched, so that another user's file in a shared parent has no effect.
    A file inside the audited input is skipped, unless the input is below ``folder``: a customer's bundle must not
    configure the audit of it.
    """
    start = folder.resolve()
    outside = [one for one in _inputs(start, audited) if not one.is_relative_to(start)]
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


def inside_any(path: Path, folder: Path, audited: Sequence[str]) -> bool:
    """Whether a file is inside one of the audited paths, which are relative to ``folder``."""
    return any(path.resolve().is_relative_to(one) for one in _inputs(folder.resolve(), audited))


def _inputs(start: Path, audited: Sequence[str]) -> list[Path]:
    return [(start / one).resolve() for one in audited]


def read_config(path: Path) -> str:
    """Return the text of a configuration.

    Raises:
        ConfigError: it cannot be read, is too large, or is not UTF-8.
    """
    try:
        if path.stat().st_size > MAX_CHARACTERS:
            raise ConfigError(f"{path}: larger than {MAX_CHARACTERS // 2**20} MiB")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 at byte {error.start + 1}") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from None


def shown_name(path: Path, base: Path) -> str:
    """Return the displayed name of a configuration: relative to ``base`` if it is below it."""
    try:
        return path.resolve().relative_to(base.resolve()).as_posix()
    except ValueError:
        return str(path)


def name_the_used(records: Iterable[ExportRecord], used: str | None) -> None:
    """Mark the configuration in use if it is inside the audited input."""
    if used is None:
        return
    for record in records:
        # Only files named in a note are candidates: checking every file would take too long.
        if record.member is None and record.notes and record.notes[0][1] == A_CONFIGURATION:
            try:
                same = Path(record.file).samefile(used)
            except OSError:
                same = False
            if same:
                record.notes = [(1, "the configuration of this audit")]


def _has_section(path: Path) -> bool:
    try:
        text = read_regular(path, MAX_CHARACTERS).decode("utf-8", "replace")
    except OSError:
        return False
    return "tool" in text and "sanlint" in text and read_toml(text, str(path)) is not None
