"""Anonymize exports: read them, find the names, write the same exports with stand-ins, and compare the audits."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from checker.anonymize.assigned import demand_assigned, identifiers_of, reserved_by
from checker.anonymize.collect import Collected, collect, from_text
from checker.anonymize.pseudonyms import Pseudonyms, read_map
from checker.anonymize.rewrite import Rewriter
from checker.anonymize.secrets.remove import without_secrets
from checker.anonymize.tree import (
    CONFIG_NAME,
    Written,
    check_map_place,
    config_text,
    names_a_machine,
    new_folder,
    readable,
    write_files,
)
from checker.anonymize.unread import unread_text
from checker.anonymize.verify import File, Problem, differences, leftovers
from checker.audit.options import Options
from checker.audit.session import Session, audit
from checker.errors import NOTHING_READ, NothingReadError, UsageError
from checker.intake.bundles.limits import Limits
from checker.intake.sources import sources_of
from checker.rules.evaluate.finding import Report
from checker.system.files import replacing_folder, write_text
from checker.system.leftovers import removed_if_stopped


@dataclass(frozen=True)
class Outcome:
    """Result of an anonymisation.

    ``paths`` are the input of an audit of the result. ``skipped`` are the unrecognized files, ``left_out`` the files
    that cannot be anonymised, with the reason. ``shown`` are the names as they were read, by pseudonym. ``differences`` and ``leftovers`` are empty if all is well; otherwise
    nothing is written.
    """

    files: int
    characters: int
    names: int
    paths: tuple[str, ...]
    map_file: str
    config: str | None
    skipped: tuple[str, ...]
    left_out: tuple[str, ...]
    findings: int
    differences: tuple[str, ...]
    leftovers: tuple[str, ...]
    shown: Mapping[str, str] = field(default_factory=dict)
    unread: int = 0
    rules_skipped: bool = False
    archives: bool = False


def anonymise(
    paths: Sequence[str],
    folder: str,
    options: Options | None = None,
    *,
    known_map: str | None = None,
    write_map: str | None = None,
    write_unread: str | None = None,
) -> Outcome:
    """Write the exports below ``paths`` to a new folder, with a stand-in for every name.

    Args:
        paths: files, folders and archives.
        folder: where to write; it must be new or empty.
        options: configuration and progress as for an audit.
        known_map: the map of an earlier run, whose stand-ins are reused.
        write_map: where to write the map; next to the folder by default.
        write_unread: where to write the anonymised lines that were not read; they are not written by default.

    Raises:
        UsageError: the folder or map cannot be used, or the configuration is invalid.
        NothingReadError: no file was recognised.
    """
    target = new_folder(folder, paths)
    map_file = Path(write_map) if write_map is not None else target.parent / f"{target.name}-map.json"
    check_map_place(map_file, target)
    if write_unread is not None and Path(write_unread).resolve().is_relative_to(target.resolve()):
        raise UsageError(
            f"{write_unread}: the unread lines must not be inside the output folder, which contains exports"
        )
    pseudonyms = _known(known_map)
    with Session.open(paths, options) as san:
        outcome = anonymised(san, target, map_file, pseudonyms)
        if write_unread is None or outcome.differences or outcome.leftovers:
            return outcome
        return replace(outcome, unread=_write_unread(san, outcome.paths, target, Path(write_unread)))


def anonymised(
    san: Session,
    target: Path,
    map_file: Path | None,
    pseudonyms: Pseudonyms,
    names: Sequence[str] = (),
    check: Callable[[Sequence[str], Options], Report] = audit,
) -> Outcome:
    """Write the exports of a session to a folder; see :func:`anonymise`.

    Args:
        san: the exports.
        target: the folder.
        map_file: where to write the map; None writes none.
        pseudonyms: those that are known.
        names: further names to replace.
        check: audits the result.

    Raises:
        UnassignedError: a pseudonym is missing, and ``pseudonyms`` are frozen.
    """
    config = san.config
    unpack_folder = san.folder / "originals"
    unpack_folder.mkdir()
    found = collect(sources_of(san.paths, unpack_folder, Limits.of(config.bundles), san.step), config, san.step)
    if not any(readable(records) for _, records in found.records):
        raise NothingReadError(NOTHING_READ)
    settings = config_text(config)
    if settings is not None:
        from_text(without_secrets(settings), found)
    for name in names:
        found.names.add(name)
    found.names.finalize()
    rewriter = _rewriter(found, pseudonyms)
    existed = target.is_dir()
    complete = False
    try:
        with removed_if_stopped(target):
            written = Written()
            with replacing_folder(target) as folder:
                for share in write_files(found.records, rewriter, folder, written):
                    san.step("writing", share)
                if settings is not None:
                    write_text(folder / CONFIG_NAME, rewriter.text(without_secrets(settings)))
            shown = _shown(found, rewriter)
            demand_assigned(pseudonyms, found)
            checked = _verified(san, target, written, found, rewriter, settings is not None, check)
            complete = not checked.differences and not checked.leftovers
            if not complete:
                demand_assigned(pseudonyms, found)
            elif map_file is not None:
                _write_map(map_file, pseudonyms, shown, written)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror or error}") from None
    finally:
        if not complete:
            # Files that failed the verification, or only half of the files, must not be shared.
            _clear(target, keep=existed)
    return Outcome(
        files=len(written.files),
        characters=written.characters,
        names=sum(len(entries) for entries in pseudonyms.tables.values()),
        paths=_tops(target, written),
        map_file=str(map_file or ""),
        config=str(target / CONFIG_NAME) if settings is not None else None,
        skipped=tuple(
            f"{source.name}{'!' + source.member if source.member else ''}"
            for source, records in found.records
            if not readable(records) and not names_a_machine(source)
        ),
        left_out=tuple(checked.left_out),
        findings=checked.findings,
        differences=tuple(problem.text for problem in checked.differences),
        leftovers=tuple(problem.text for problem in checked.leftovers),
        shown=shown,
        rules_skipped=settings is not None and bool(config.rules),
        archives=any(source.member is not None for source, _ in found.records),
    )


def _write_unread(san: Session, paths: Sequence[str], target: Path, file: Path) -> int:
    scratch = san.folder / "unread"
    scratch.mkdir()
    text, count = unread_text(paths, target, scratch)
    try:
        write_text(file, text)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror or error}") from None
    return count


@dataclass
class _Checked:
    """The verification of the written files; ``left_out`` are the reasons for files that were removed again."""

    findings: int = 0
    differences: list[Problem] = field(default_factory=list)
    leftovers: list[Problem] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def _verified(
    san: Session,
    target: Path,
    written: Written,
    found: Collected,
    rewriter: Rewriter,
    has_config: bool,
    check: Callable[[Sequence[str], Options], Report],
) -> _Checked:
    """Verify the written files; remove each file that cannot be anonymised, and verify the others again."""
    checked = _Checked()
    left_out: set[File] = set()
    while True:
        san.step("searching", 0.0)
        checked.leftovers = leftovers(target, written.files, found.names, rewriter)
        if not checked.leftovers:
            checked.findings, checked.differences = _compare(
                san, _tops(target, written), target, written, rewriter, has_config, frozenset(left_out), check
            )
        # Another format or count of a file often explains a finding: findings blame files only where nothing else does.
        problems = (
            checked.leftovers or [one for one in checked.differences if len(one.files) == 1] or checked.differences
        )
        bad = {file: problem.text for problem in reversed(problems) for file in problem.files}
        files = [file for file in bad if file in written.files]
        if not files or len(files) == len(written.files):
            return checked
        for file in sorted(files, key=str):
            place = target / written.files.pop(file)
            place.unlink()
            for folder in itertools.takewhile(lambda one: one != target and not any(one.iterdir()), place.parents):
                folder.rmdir()
            name = f"{file[0]}!{file[1]}" if file[1] else file[0]
            checked.left_out.append(bad[file] if bad[file].startswith(name) else f"{name}: {bad[file]}")
        left_out.update(files)


def _tops(target: Path, written: Written) -> tuple[str, ...]:
    return tuple(sorted({str(target / place.split("/")[0]) for place in written.files.values()}))


def _clear(target: Path, *, keep: bool) -> None:
    """Remove what was written below the folder; with ``keep``, the folder itself stays."""
    for entry in target.iterdir() if target.is_dir() else ():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    if not keep and target.is_dir():
        target.rmdir()


def _known(file: str | None) -> Pseudonyms:
    if file is None:
        return Pseudonyms()
    try:
        return read_map(Path(file).read_text(encoding="utf-8"), file)
    except UnicodeDecodeError:
        raise UsageError(f"{file}: not a pseudonym map (not UTF-8)") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}") from None


def _rewriter(found: Collected, pseudonyms: Pseudonyms) -> Rewriter:
    # A word that is already a stand-in for another must be replaced: the two would be indistinguishable.
    found.names.words |= found.occurring & set(pseudonyms.tables.get("words", {}).values())
    pseudonyms.taken = found.occurring | found.names.words
    if not pseudonyms.frozen:
        pseudonyms.reserved = reserved_by(found)
    return Rewriter(found.names, identifiers_of(found, pseudonyms))


def _shown(found: Collected, rewriter: Rewriter) -> dict[str, str]:
    """Return the names as they were read, by pseudonym."""
    names = {new: old for old in found.names.shown if (new := rewriter.text(old)) != old}
    return names | {rewriter.identifiers.identity(wwn): wwn for wwn in found.wwns}


def _write_map(file: Path, pseudonyms: Pseudonyms, names: Mapping[str, str], written: Written) -> None:
    files = {place: f"{name}!{member}" if member else name for (name, member), place in written.files.items()}
    try:
        # Never overwrite a file, and create it readable by its owner only.
        write_text(file, pseudonyms.as_json(names, files) + "\n", mode=0o600, new=True)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror or error}") from None


def _compare(
    san: Session,
    tops: Sequence[str],
    target: Path,
    written: Written,
    rewriter: Rewriter,
    has_config: bool,
    left_out: frozenset[File],
    check: Callable[[Sequence[str], Options], Report],
) -> tuple[int, list[Problem]]:
    config = san.config
    original = audit(san.paths, replace(san.options, as_of=san.as_of, left_out=left_out)) if left_out else san.check()
    after = replace(
        san.options,
        as_of=san.as_of,
        config=str(target / CONFIG_NAME) if has_config else None,
        isolated=not has_config,
        rules=(*san.options.rules, *config.rules),
    )
    result = check(tops, after)
    places: dict[File, str] = {key: str(target / place) for key, place in written.files.items()}
    if has_config and config.path is not None:
        places[config.path, None] = next(
            (file.path for file in result.files if Path(file.path).name == CONFIG_NAME), str(target / CONFIG_NAME)
        )
    return len(original.findings), differences(original, result, places, rewriter)
