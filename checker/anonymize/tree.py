"""The anonymised files: which parts of an export are written, under which names, and the configuration next to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checker.anonymize.rewrite import Rewriter
from checker.anonymize.secrets.remove import without_secrets
from checker.errors import UsageError
from checker.intake.bundles.layout import KINDS
from checker.intake.decode import decode
from checker.intake.recognise import parts_of
from checker.intake.record import ExportRecord
from checker.intake.walk import SourceFile, read_bytes
from checker.rules.config.model import Config
from checker.rules.config.text import read_yaml
from checker.system.files import write_text

CONFIG_NAME = "sanlint.yaml"
_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\:*?\"<>|]")
_NAME_BYTES = 4096
_LONGEST_NAME = 200


@dataclass
class Written:
    """The files written: original name and member of each, and its path below the folder."""

    files: dict[tuple[str, str | None], str] = field(default_factory=dict)
    characters: int = 0


def readable(records: Sequence[ExportRecord]) -> bool:
    """Return TRUE if anything in a file was recognised."""
    return any(record.format is not None for record in records)


def names_a_machine(source: SourceFile) -> bool:
    """Return TRUE for a small file of a support bundle that names its machine, although it is not an export."""
    path = source.member or source.name
    return (
        source.bundle is not None
        and source.path is not None
        and source.size <= _NAME_BYTES
        and any(path == name or path.endswith(f"/{name}") for kind in KINDS for name in kind.owner_files)
    )


def rewritten(source: SourceFile, rewriter: Rewriter, *, whole: bool = False) -> str:
    """Return the text of a file with stand-ins and without credentials; unrecognized parts become empty lines."""
    text = decode(read_bytes(source))
    if not whole:
        text = _recognised(text, source)
    return rewriter.text(without_secrets(text))


def _recognised(text: str, source: SourceFile) -> str:
    unknown = [section for section, piece in parts_of(text, source) if piece is None]
    if not unknown:
        return text
    lines = text.split("\n")
    for section in unknown:
        count = section.text.count("\n") + (not section.text.endswith("\n"))
        for number in range(section.first_line - 1, min(section.first_line - 1 + count, len(lines))):
            lines[number] = ""
    return "\n".join(lines)


def place_of(source: SourceFile, rewriter: Rewriter, taken: set[str]) -> str:
    """Return the path of a file below the folder: the original path with stand-ins, never outside the folder."""
    parts = [_safe(rewriter.text(part)) for one in source.inside for part in one.split("/") if part]
    parts = parts or ["file"]
    place = "/".join(parts)
    number = 1
    while place.casefold() in taken:
        number += 1
        place = "/".join([f"{number}", *parts])
    taken.add(place.casefold())
    return place


def _safe(name: str) -> str:
    safe = _UNSAFE.sub("_", name)[:_LONGEST_NAME].rstrip(" ")
    return "_" * len(safe) if safe.strip(".") == "" else safe


def write_files(
    found: Sequence[tuple[SourceFile, Sequence[ExportRecord]]], rewriter: Rewriter, folder: Path, written: Written
) -> Iterator[float]:
    """Write every recognised file below a folder and record it in ``written``; yield the share that is done.

    Raises:
        UsageError: a file cannot be written.
    """
    taken = {CONFIG_NAME}
    chosen = [(source, readable(records)) for source, records in found if readable(records) or names_a_machine(source)]
    total = sum(source.size for source, _ in chosen) or 1
    done = 0
    for source, recognised in chosen:
        text = rewritten(source, rewriter, whole=not recognised)
        place = place_of(source, rewriter, taken)
        target = folder / place
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_text(target, text)
        except (FileExistsError, NotADirectoryError):
            place = f"{len(written.files)}-same-name/{place}"
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            write_text(folder / place, text)
        except OSError as error:
            raise UsageError(f"{place} cannot be written: {error.strerror or error}") from None
        written.files[source.name, source.member] = place
        written.characters += len(text)
        done += source.size
        yield done / total


def config_text(config: Config) -> str | None:
    """Return the text of the active configuration without its rule folders; None if it does not come from a file."""
    if config.path is None:
        return None
    path = Path(config.path)
    if path.name.endswith(".toml"):
        raise UsageError(f"{config.path}: only a sanlint.yaml can be anonymised with the exports")
    text = path.read_text(encoding="utf-8-sig")
    if not config.rules:
        return text
    source = read_yaml(text, config.path)
    lines = text.split("\n")
    first = source.positions["rules",][0]
    later = [place[0] for key, place in source.positions.items() if len(key) == 1 and place[0] > first]
    for number in range(first - 1, min(later) - 1 if later else len(lines)):
        lines[number] = ""
    return "\n".join(lines)


def new_folder(folder: str, paths: Sequence[str]) -> Path:
    """Return the folder to write to, which must be new or empty and outside the input.

    Raises:
        UsageError: it is not.
    """
    target = Path(folder)
    if any(
        path == "-" or (Path(path).exists() and not Path(path).is_dir() and not Path(path).is_file()) for path in paths
    ):
        raise UsageError(
            "anonymize reads everything more than once: give files, folders or archives, not standard input"
        )
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise UsageError(f"--output {folder}: a file with this name exists")
    if target.is_dir() and any(target.iterdir()):
        raise UsageError(f"--output {folder}: the folder must be new or empty")
    inside = target.resolve()
    for path in paths:
        if Path(path).is_dir() and inside.is_relative_to(Path(path).resolve()):
            raise UsageError(f"--output {folder}: is inside {path}, which is an input")
    return target


def check_map_place(file: Path, target: Path) -> None:
    """Refuse a map that exists already or would be shared with the exports.

    Raises:
        UsageError: it cannot be written there.
    """
    if file.exists() or file.is_symlink():
        raise UsageError(f"{file}: the map would be overwritten; move it away, or choose another with --write-map")
    if file.resolve().is_relative_to(target.resolve()):
        raise UsageError(f"{file}: the map must not be inside the output folder, which is meant to be shared")
    if not file.resolve().parent.is_dir():
        raise UsageError(f"{file}: folder {file.parent} not found")
