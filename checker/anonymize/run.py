"""Anonymize exports: read them, find the names, write the same exports with stand-ins, and compare the audits."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from checker.anonymize.collect import Collected, collect, from_text
from checker.anonymize.identifiers import Identifiers
from checker.anonymize.pseudonyms import Pseudonyms, read_map
from checker.anonymize.rewrite import Rewriter
from checker.anonymize.secrets import without_secrets
from checker.anonymize.tree import CONFIG_NAME, Written, config_text, names_a_machine, readable, write_files
from checker.anonymize.verify import differences, leftovers
from checker.audit.options import Options
from checker.audit.session import Session, audit
from checker.errors import NOTHING_READ, NothingReadError, UsageError
from checker.intake.bundles.limits import Limits
from checker.intake.sources import sources_of


@dataclass(frozen=True)
class Outcome:
    """Result of an anonymization.

    ``paths`` are the input of an audit of the result. ``skipped`` are the unrecognized files. ``differences``
    and ``leftovers`` are empty if all is well.
    """

    files: int
    characters: int
    names: int
    paths: tuple[str, ...]
    map_file: str
    config: str | None
    skipped: tuple[str, ...]
    findings: int
    differences: tuple[str, ...]
    leftovers: tuple[str, ...]
    rules_skipped: bool = False
    archives: bool = False


def anonymise(
    paths: Sequence[str],
    folder: str,
    options: Options | None = None,
    *,
    known_map: str | None = None,
    write_map: str | None = None,
) -> Outcome:
    """Write the exports below ``paths`` to a new folder, with a stand-in for every name.

    Args:
        paths: files, folders and archives.
        folder: where to write; it must be new or empty.
        options: configuration and progress as for an audit.
        known_map: the map of an earlier run, whose stand-ins are reused.
        write_map: where to write the map; next to the folder by default.

    Raises:
        UsageError: the folder or map cannot be used, or the configuration is invalid.
        NothingReadError: no file was recognized.
    """
    target = _new_folder(folder, paths)
    map_file = Path(write_map) if write_map is not None else target.parent / f"{target.name}-map.json"
    _check_map_place(map_file, target)
    pseudonyms = _known(known_map)
    with Session.open(paths, options) as san:
        return _anonymised(san, target, map_file, pseudonyms)


def _anonymised(san: Session, target: Path, map_file: Path, pseudonyms: Pseudonyms) -> Outcome:
    config = san.config
    unpack_folder = san.folder / "originals"
    unpack_folder.mkdir()
    found = collect(sources_of(san.paths, unpack_folder, Limits.of(config.bundles), san.step), config, san.step)
    if not any(readable(records) for _, records in found.records):
        raise NothingReadError(NOTHING_READ)
    settings = config_text(config)
    if settings is not None:
        from_text(without_secrets(settings), found)
        found.names.finalize()
    rewriter = _rewriter(found, pseudonyms)
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = Written()
    for share in write_files(found.records, rewriter, target, written):
        san.step("writing", share)
    if settings is not None:
        (target / CONFIG_NAME).write_text(rewriter.text(without_secrets(settings)), encoding="utf-8", newline="\n")
    san.step("searching", 0.0)
    remains = leftovers(target, found.names, rewriter)
    _write_map(map_file, pseudonyms, rewriter, found, written)
    tops = tuple(sorted({str(target / place.split("/")[0]) for place in written.files.values()}))
    findings, different = _compare(san, tops, target, written, rewriter, settings is not None)
    return Outcome(
        files=len(written.files),
        characters=written.characters,
        names=sum(len(entries) for entries in pseudonyms.tables.values()),
        paths=tops,
        map_file=str(map_file),
        config=str(target / CONFIG_NAME) if settings is not None else None,
        skipped=tuple(
            f"{source.name}{'!' + source.member if source.member else ''}"
            for source, records in found.records
            if not readable(records) and not names_a_machine(source)
        ),
        findings=findings,
        differences=tuple(different),
        leftovers=tuple(remains),
        rules_skipped=settings is not None and bool(config.rules),
        archives=any(source.member is not None for source, _ in found.records),
    )


def _new_folder(folder: str, paths: Sequence[str]) -> Path:
    target = Path(folder)
    if any(
        path == "-" or (Path(path).exists() and not Path(path).is_dir() and not Path(path).is_file()) for path in paths
    ):
        raise UsageError(
            "anonymize reads everything more than once: give files, folders or archives, not standard input"
        )
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise UsageError(f"--output {folder}: a file of this name exists")
    if target.is_dir() and any(target.iterdir()):
        raise UsageError(f"--output {folder}: the folder must be new or empty")
    inside = target.resolve()
    for path in paths:
        if Path(path).is_dir() and inside.is_relative_to(Path(path).resolve()):
            raise UsageError(f"--output {folder}: is inside {path}, which is an input")
    return target


def _check_map_place(file: Path, target: Path) -> None:
    if file.exists() or file.is_symlink():
        raise UsageError(f"{file}: the map would be overwritten; move it away, or choose another with --write-map")
    if file.resolve().is_relative_to(target.resolve()):
        raise UsageError(f"{file}: the map must not be inside the output folder, which is meant to be shared")
    if not file.resolve().parent.is_dir():
        raise UsageError(f"{file}: folder {file.parent} not found")


def _known(file: str | None) -> Pseudonyms:
    if file is None:
        return Pseudonyms()
    try:
        return read_map(Path(file).read_text(encoding="utf-8"), file)
    except UnicodeDecodeError:
        raise UsageError(f"{file}: not a map of stand-ins (not UTF-8)") from None
    except OSError as error:
        raise UsageError(f"{file} can't be read: {error.strerror or error}") from None


def _rewriter(found: Collected, pseudonyms: Pseudonyms) -> Rewriter:
    # A word that is already a stand-in for another must be replaced: the two would be indistinguishable.
    found.names.words |= found.occurring & set(pseudonyms.tables.get("words", {}).values())
    pseudonyms.taken = found.occurring | found.names.words
    directors = {director.lower().removeprefix("0x").zfill(16) for director in found.directors}
    # Parts of world wide names are short: a real one must not appear by chance in place of another.
    originals = Pseudonyms(frozen=True)
    recorder = Identifiers(originals, found.versions, found.wwns, directors)
    for wwn in found.wwns:
        recorder.identity(wwn)
    pseudonyms.reserved = originals.reserved
    identifiers = Identifiers(pseudonyms, found.versions, found.wwns, directors)
    return Rewriter(found.names, identifiers)


def _write_map(file: Path, pseudonyms: Pseudonyms, rewriter: Rewriter, found: Collected, written: Written) -> None:
    names = {new: old for old in found.names.shown if (new := rewriter.text(old)) != old}
    names |= {rewriter.identifiers.identity(wwn): wwn for wwn in found.wwns}
    files = {place: f"{name}!{member}" if member else name for (name, member), place in written.files.items()}
    try:
        # Never overwrite a file, and create it readable by its owner only.
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            os.fchmod(out.fileno(), 0o600)
            out.write(pseudonyms.as_json(names, files) + "\n")
    except OSError as error:
        raise UsageError(f"{file} can't be written: {error.strerror or error}") from None


def _compare(
    san: Session, tops: Sequence[str], target: Path, written: Written, rewriter: Rewriter, has_config: bool
) -> tuple[int, list[str]]:
    config = san.config
    original = san.check()
    after = replace(
        san.options,
        as_of=san.as_of,
        config=str(target / CONFIG_NAME) if has_config else None,
        isolated=not has_config,
        rules=(*san.options.rules, *config.rules),
    )
    result = audit(tops, after)
    places: dict[tuple[str, str | None], str] = {key: str(target / place) for key, place in written.files.items()}
    if has_config and config.path is not None:
        places[config.path, None] = next(
            (file.path for file in result.files if Path(file.path).name == CONFIG_NAME), str(target / CONFIG_NAME)
        )
    return len(original.findings), differences(original, result, places, rewriter)
