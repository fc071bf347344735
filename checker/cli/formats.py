"""``sanlint formats``: supported formats, how to collect them, and why a file is recognised as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.errors import NothingReadError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from checker.intake.owners.hints import SourceHint
    from checker.intake.owners.ownership import Piece
    from checker.intake.walk import SourceFile
    from checker.report.text.sheet import Sheet
    from checker.rules.config.model import Config

_Place = tuple[str, str | None, int]
"""File, member of an archive, and first line of a part."""


def formats(
    *,
    detect: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="Show the format and the device of each part of a file, an archive or a folder, and how they were determined.",
        ),
    ] = None,
    self_check: Annotated[
        str | None,
        typer.Option(metavar="PATH", help="Read a folder or archive and report what was not understood."),
    ] = None,
) -> None:
    """List the supported export formats: platform, command, and the facts they contain."""
    import sys

    from checker.cli.support.terminal import use_color, width, write_output
    from checker.report.base import Presentation
    from checker.report.text.sheet import Sheet
    from checker.system.leftovers import private_folder

    if detect is not None and self_check is not None:
        raise UsageError("--detect and --self-check cannot be used together")
    sheet = Sheet(Presentation(width=width(sys.stdout), color=use_color("auto", sys.stdout)))
    complete = True
    with private_folder() as folder:
        if detect is not None:
            complete = _detect(sheet, detect, folder)
        elif self_check is not None:
            complete = _self_check(sheet, self_check, folder)
        else:
            _list(sheet)
    write_output(sheet.render())
    if not complete:
        raise typer.Exit(NothingReadError.exit_code)


def _list(sheet: Sheet) -> None:
    from checker.readers.registry import readers
    from checker.rules.language.column_names import key_name

    platform = None
    for reader in sorted(readers(), key=lambda one: (one.platform, one.name)):
        if reader.platform != platform:
            platform = reader.platform
            sheet.blank()
            sheet.paragraph([(platform, "head")])
        remark = [("  not verified on a real export", "warning")] if not reader.verified else []
        sheet.paragraph([(reader.command, "command"), *remark], indent=2)
        facts = ", ".join(key_name(kind) for kind in reader.provides)
        sheet.paragraph([(f"{reader.name}: {facts}", "dim")], indent=4)
    sheet.blank()
    sheet.paragraph([(f"{len(readers())} formats. Every file is recognised by its content.", "head")])
    sheet.paragraph([("Next: ", "dim"), ("sanlint formats --detect PATH", "command")])


def _detect(sheet: Sheet, path: str, folder: Path) -> bool:
    """Show the formats that recognise each part of each file, best first, and its owner; return FALSE if none does."""
    from checker.cli.support.arguments import demand_paths
    from checker.intake.owners.heads import with_names
    from checker.intake.walk import find_files
    from checker.report.text.words import clean
    from checker.rules.config.config import load_config

    demand_paths([path])
    config = load_config(audited=[path])
    hints = config.sources
    given = find_files([path])
    if len(given) == 1 and given[0].name == path and given[0].problem is not None:
        raise UsageError(f"{path}: {given[0].problem}")
    known = False
    sources = _sources(path, folder)
    audited = _audited(sources, config, folder)
    for source in with_names(sources, hints):
        if source.name != path or source.member is not None:
            place = source.name if source.member is None else f"{source.name}!{source.member}"
            sheet.paragraph([(clean(place), "head")])
        if source.problem is not None:
            sheet.paragraph([(clean(source.problem), "warning")], indent=2)
            continue
        known = _detect_one(sheet, source, next((one for one in hints if one.fits(source)), None), audited) or known
    return known


def _sources(path: str, folder: Path) -> Sequence[SourceFile]:
    """Return the files below a path with the content of standard input and pipes: each is read more than once."""
    from checker.audit.reading import Input
    from checker.intake.sources import sources_of

    try:
        return Input(sources_of([path], folder)).with_streams().current
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None


def _audited(sources: Sequence[SourceFile], config: Config, folder: Path) -> dict[_Place, str]:
    """Return the owner of each part in an audit: the contents of several files may have joined or divided devices."""
    from checker.audit.options import Options
    from checker.audit.reading import Input, build_store, read_exports

    intake = read_exports(Input(sources), config, Options(jobs=1), folder)
    rows = build_store(intake, topology=False).rows("SELECT file, member, first_line, owner FROM export")
    return {(file, member, first): owner for file, member, first, owner in rows if owner is not None}


def _detect_one(sheet: Sheet, source: SourceFile, hint: SourceHint | None, audited: Mapping[_Place, str]) -> bool:
    from checker.intake.decode import decode, instead_of_text
    from checker.intake.recognise import parts_of
    from checker.intake.sections.section import capture_of
    from checker.intake.walk import read_bytes
    from checker.readers.registry import claims
    from checker.report.text.words import clean

    try:
        data = read_bytes(source)
    except OSError as error:
        raise UsageError(f"{source.name}: cannot be read: {error.strerror or error}") from None
    known = False
    what = instead_of_text(data) if data.strip() else "the file is empty"
    for section, piece in parts_of(decode(data), source, hint):
        chosen = piece.reader if piece is not None else None
        lines = section.text.rstrip("\n").count("\n") + 1
        where = f"lines {section.first_line} to {section.first_line + lines - 1}"
        sheet.paragraph([(where, "head"), (f"  {clean(section.command or '')}", "command")])
        found = claims(capture_of(section, source))
        if chosen is not None and all(reader is not chosen for _, reader in found):
            sheet.paragraph([(f"{chosen.name}: recognised by its beginning", "")], [("      ", "")], indent=6)
        for detection, reader in found:
            sheet.paragraph(
                [(f"{reader.name}: {clean(detection.reason)}", "")], [(f"  {detection.score:>3} ", "good")], indent=6
            )
        known = known or chosen is not None
        if piece is not None:
            place = (source.name, source.member)
            owner = audited.get((*place, section.first_line))
            sheet.paragraph([(clean(_owner(piece, source, owner)), "dim")], indent=6)
            # The contents of a part may have shown that it is from several machines.
            for line in range(section.first_line + 1, section.first_line + lines):
                if divided := audited.get((*place, line)):
                    sheet.paragraph(
                        [(clean(f"from line {line} on, owner {divided} (by the contents)"), "dim")], indent=6
                    )
        if chosen is None and not found and not what:
            sheet.paragraph([("Not recognised.", "warning")], indent=2)
    if not known and what:
        sheet.paragraph([(f"Not recognised: {what}.", "warning")])
    return known


def _owner(piece: Piece, source: SourceFile, audited: str | None) -> str:
    """The machine that a part is from, how that is known, and what weaker evidence says."""
    from checker.intake.owners.naming import owner_by_path

    if piece.owner is None:
        return "owner unknown: the command ran on several or unnamed machines"
    owner, basis = piece.owner, piece.basis
    by_path = source.by_path or owner_by_path(source.inside, piece.reader)
    weaker = [*piece.weaker, (by_path, "path")]
    if audited is not None and audited.lower() != owner.lower():
        weaker.insert(0, (owner, basis))
        owner, basis = audited, "the contents of several files"
    others = [one for one in weaker if one[0].lower() != owner.lower()]
    shown = f"owner {owner} (by {basis})"
    return f"{shown}; by {others[0][1]} it would be {others[0][0]}" if others else shown


def _self_check(sheet: Sheet, path: str, folder: Path) -> bool:
    """Show for each export what was read and what was not; return FALSE if anything was not."""
    from checker.cli.support.arguments import demand_paths
    from checker.intake.quality import Quality, qualities, totals
    from checker.report.text.words import clean, plural

    demand_paths([path])
    checked = list(qualities(_sources(path, folder)))

    def row(one: Quality) -> str:
        stated = "-" if one.stated is None else f"{one.stated}"
        return f"{one.records:>7} {stated:>6} {one.bad_values:>4} {one.unread_lines:>6} {one.silent:>6}  "

    def lines(one: Quality) -> tuple[str, str]:
        return (f"  {one.facts}/{one.examined} lines with facts" if one.examined else "", "dim")

    sheet.paragraph([("export", "head")], [("           records stated  bad unread  other  ", "head")], indent=58)
    for one in checked:
        mark = ("complete", "good") if one.perfect else ("partial", "warning")
        label = [(f"  {mark[0]:<9}", mark[1]), (row(one), "")]
        shown = [(clean(one.place), ""), (f"  {clean(one.format or 'not recognised')}", "dim"), lines(one)]
        sheet.paragraph(shown, label, indent=46)
        for problem in one.problems:
            sheet.paragraph([(clean(problem), "warning")], indent=48)
    sheet.blank()
    sheet.paragraph([("format", "head")], [("           records stated  bad unread  other  ", "head")], indent=58)
    for total in totals(checked):
        shown = [(clean(total.format or "not recognised"), ""), (f"  {clean(total.place)}", "dim"), lines(total)]
        sheet.paragraph(shown, [("           ", ""), (row(total), "")], indent=46)
    sheet.blank()
    perfect = sum(one.perfect for one in checked)
    unknown = sum(one.format is None for one in checked)
    ending = f"; {plural(unknown, 'file')} not recognised" if unknown else ""
    sheet.paragraph([(f"{perfect:,} of {plural(len(checked), 'export')} read completely{ending}.", "head")])
    meaning = (
        "Stated: number of records according to the export itself. Bad: values that could not be parsed, such as redacted "
        "names. Unread: lines that were not understood. Other: lines that were neither read nor known to be irrelevant. "
        "Lines with facts are counted out of all non-blank lines; in long exports, out of the first 600."
    )
    sheet.paragraph([(meaning, "dim")])
    return bool(checked) and perfect == len(checked)
