"""Anonymise exports: read, find the names, write the same exports with stand-ins, and check that they say the same."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from checker.anonymize.gather import Gathered, from_text, gather
from checker.anonymize.identifiers import Identifiers
from checker.anonymize.rewrite import Rewriter
from checker.anonymize.secrets import without_secrets
from checker.anonymize.standins import StandIns, read_map
from checker.anonymize.tree import CONFIG_NAME, Written, config_text, names_a_machine, readable, write_files
from checker.anonymize.verify import differences, left_over
from checker.audit import AuditOptions, audit, configuration
from checker.engine.config import Config
from checker.engine.finding import Report
from checker.errors import NothingReadError, UsageError
from checker.readers.bundles.limits import Limits
from checker.readers.sources import sources_of

Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class Outcome:
    """What became of it.

    ``paths`` are what to give to an audit of the result. ``left_out`` are the files nobody recognised. ``differences``
    and ``left_over`` are empty if all is well.
    """

    files: int
    characters: int
    names: int
    paths: tuple[str, ...]
    map_file: str
    config: str | None
    left_out: tuple[str, ...]
    findings: int
    differences: tuple[str, ...]
    left_over: tuple[str, ...]
    rules_left_out: bool = False
    archives: bool = False


def anonymise(
    paths: Sequence[str],
    folder: str,
    options: AuditOptions | None = None,
    *,
    known_map: str | None = None,
    write_map: str | None = None,
) -> Outcome:
    """Write the exports below ``paths`` to a new folder with stand-ins in place of every name.

    Args:
        paths: files, folders and archives.
        folder: where to write; it must be new or empty.
        options: configuration and progress as for an audit.
        known_map: a map of an earlier run, whose stand-ins are used again.
        write_map: where to write the map; beside the folder without.

    Raises:
        UsageError: folder or map can't be used, or the configuration is wrong.
        NothingReadError: nothing was recognised.
    """
    chosen = options or AuditOptions()
    progress = chosen.progress or (lambda _name, _share: None)
    target = _new_folder(folder, paths)
    map_file = Path(write_map) if write_map is not None else target.parent / f"{target.name}-map.json"
    _check_map_place(map_file, target)
    standins = _known(known_map)
    config = configuration(paths, chosen)
    private = Path(tempfile.mkdtemp(prefix="sanlint-"))
    try:
        sources = sources_of(paths, private, Limits.of(config.bundles), progress)
        found = gather(sources, config, progress)
        if not any(readable(records) for _, records in found.records):
            raise NothingReadError("nothing usable was read: sanlint formats lists what it reads")
        settings = config_text(config)
        if settings is not None:
            from_text(without_secrets(settings), found)
            found.names.settle()
        rewriter = _rewriter(found, standins)
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        written = Written()
        for share in write_files(found.records, rewriter, target, written):
            progress("writing", share)
    finally:
        shutil.rmtree(private, ignore_errors=True)
    if settings is not None:
        (target / CONFIG_NAME).write_text(rewriter.text(without_secrets(settings)), encoding="utf-8", newline="\n")
    progress("searching", 0.0)
    remains = left_over(target, found.names, rewriter)
    _write_map(map_file, standins, rewriter, found, written)
    tops = tuple(sorted({str(target / place.split("/")[0]) for place in written.files.values()}))
    findings, different = _compare(paths, tops, target, chosen, config, written, rewriter, settings is not None)
    return Outcome(
        files=len(written.files),
        characters=written.characters,
        names=sum(len(entries) for entries in standins.tables.values()),
        paths=tops,
        map_file=str(map_file),
        config=str(target / CONFIG_NAME) if settings is not None else None,
        left_out=tuple(
            f"{source.name}{'!' + source.member if source.member else ''}"
            for source, records in found.records
            if not readable(records) and not names_a_machine(source)
        ),
        findings=findings,
        differences=tuple(different),
        left_over=tuple(remains),
        rules_left_out=settings is not None and bool(config.rules),
        archives=any(source.member is not None for source, _ in found.records),
    )


def _new_folder(folder: str, paths: Sequence[str]) -> Path:
    target = Path(folder)
    if any(
        path == "-" or (Path(path).exists() and not Path(path).is_dir() and not Path(path).is_file()) for path in paths
    ):
        raise UsageError("anonymize reads everything more than once: give files, folders or archives, no pipe")
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise UsageError(f"--output {folder}: there is a file of this name")
    if target.is_dir() and any(target.iterdir()):
        raise UsageError(f"--output {folder}: the folder must be new or empty")
    inside = target.resolve()
    for path in paths:
        if Path(path).is_dir() and inside.is_relative_to(Path(path).resolve()):
            raise UsageError(f"--output {folder}: lies inside {path}, which is read")
    return target


def _check_map_place(file: Path, target: Path) -> None:
    if file.exists() or file.is_symlink():
        raise UsageError(f"{file}: the map would be overwritten; move it away, or choose another with --write-map")
    if file.resolve().is_relative_to(target.resolve()):
        raise UsageError(f"{file}: the map must not lie in the folder that is given away")
    if not file.resolve().parent.is_dir():
        raise UsageError(f"{file}: there is no folder {file.parent}")


def _known(file: str | None) -> StandIns:
    if file is None:
        return StandIns()
    try:
        return read_map(Path(file).read_text(encoding="utf-8"), file)
    except UnicodeDecodeError:
        raise UsageError(f"{file}: not a map of stand-ins (no UTF-8)") from None
    except OSError as error:
        raise UsageError(f"{file} can't be read: {error.strerror or error}") from None


def _rewriter(found: Gathered, standins: StandIns) -> Rewriter:
    # A word that stands for another already must not stay as it is: nobody could tell the two apart.
    found.names.words |= found.occurring & set(standins.tables.get("words", {}).values())
    standins.taken = found.occurring | found.names.words
    directors = {director.lower().removeprefix("0x").zfill(16) for director in found.directors}
    # Parts of world wide names are short: one that is real must not turn up by chance in the place of another.
    originals = StandIns(frozen=True)
    recorder = Identifiers(originals, found.versions, found.wwns, directors)
    for wwn in found.wwns:
        recorder.identity(wwn)
    standins.reserved = originals.reserved
    identifiers = Identifiers(standins, found.versions, found.wwns, directors)
    return Rewriter(found.names, identifiers)


def _write_map(file: Path, standins: StandIns, rewriter: Rewriter, found: Gathered, written: Written) -> None:
    names = {new: old for old in found.names.shown if (new := rewriter.text(old)) != old}
    names |= {rewriter.identifiers.identity(wwn): wwn for wwn in found.wwns}
    files = {place: f"{name}!{member}" if member else name for (name, member), place in written.files.items()}
    try:
        # Never over another file, and readable by its owner alone from the first moment.
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            os.fchmod(out.fileno(), 0o600)
            out.write(standins.as_json(names, files) + "\n")
    except OSError as error:
        raise UsageError(f"{file} can't be written: {error.strerror or error}") from None


def _compare(
    paths: Sequence[str],
    tops: Sequence[str],
    target: Path,
    options: AuditOptions,
    config: Config,
    written: Written,
    rewriter: Rewriter,
    has_config: bool,
) -> tuple[int, list[str]]:
    moment = options.as_of or config.as_of or datetime.now(UTC).replace(microsecond=0)
    before = replace(options, as_of=moment)
    original: Report = audit(paths, before)
    after = replace(
        before,
        config=str(target / CONFIG_NAME) if has_config else None,
        isolated=not has_config,
        rules=(*options.rules, *config.rules),
        config_values=options.config_values,
    )
    result = audit(tops, after)
    places: dict[tuple[str, str | None], str] = {key: str(target / place) for key, place in written.files.items()}
    if has_config and config.path is not None:
        places[config.path, None] = next(
            (file.path for file in result.files if Path(file.path).name == CONFIG_NAME), str(target / CONFIG_NAME)
        )
    return len(original.findings), differences(original, result, places, rewriter)
