"""``sanlint formats``: what is read, how to collect it, and why a file is taken for what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.errors import NothingReadError, UsageError

if TYPE_CHECKING:
    from checker.report.sheet import Sheet


def formats(
    *,
    detect: Annotated[
        str | None, typer.Option(metavar="FILE", help="Say which formats are found in a file, and why.")
    ] = None,
    self_check: Annotated[
        str | None, typer.Option(metavar="DIR", help="Read a folder; compare records read with records present.")
    ] = None,
) -> None:
    """List the export formats that are read: platform, command that makes them, facts they give."""
    import sys

    from checker.cli.terminal import wants_color, width, write_output
    from checker.report.base import Presentation
    from checker.report.sheet import Sheet

    if detect is not None and self_check is not None:
        raise UsageError("--detect and --self-check exclude each other")
    sheet = Sheet(Presentation(width=width(sys.stdout), color=wants_color("auto", sys.stdout)))
    complete = True
    if detect is not None:
        complete = _detect(sheet, detect)
    elif self_check is not None:
        complete = _self_check(sheet, self_check)
    else:
        _list(sheet)
    write_output(sheet.render())
    if not complete:
        raise typer.Exit(NothingReadError.exit_code)


def _list(sheet: Sheet) -> None:
    from checker.readers.registry import readers

    platform = None
    for reader in sorted(readers(), key=lambda one: (one.platform, one.name)):
        if reader.platform != platform:
            platform = reader.platform
            sheet.blank()
            sheet.paragraph([(platform, "head")])
        unsure = [("  not verified on a real export", "warning")] if not reader.verified else []
        sheet.paragraph([(reader.command, "command"), *unsure], indent=2)
        sheet.paragraph([(f"{reader.name}: {', '.join(reader.provides)}", "dim")], indent=4)
    sheet.blank()
    sheet.paragraph([(f"{len(readers())} formats. Every file is recognised by its content.", "head")])
    sheet.paragraph([("Next: ", "dim"), ("sanlint formats --detect FILE", "command")])


def _detect(sheet: Sheet, path: str) -> bool:
    """Show each part of a file with what claims it, best first; FALSE if nothing does."""
    from pathlib import Path

    from checker.readers.base import Capture
    from checker.readers.decode import decode
    from checker.readers.registry import claims
    from checker.readers.split import split_commands
    from checker.report.words import clean

    try:
        text = decode(Path(path).read_bytes())
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror or error}") from None
    known = False
    for section in split_commands(text):
        if not section.text.strip():
            continue
        lines = section.text.rstrip("\n").count("\n") + 1
        where = f"lines {section.first_line} to {section.first_line + lines - 1}"
        sheet.paragraph([(where, "head"), (f"  {clean(section.command or '')}", "command")])
        found = claims(Capture(section.text, file=path, first_line=section.first_line, command=section.command))
        for detection, reader in found:
            known = True
            sheet.paragraph(
                [(f"{reader.name}: {clean(detection.reason)}", "")], [(f"  {detection.score:>3} ", "good")], indent=6
            )
        if not found:
            sheet.paragraph([("no format claims this part", "warning")], indent=2)
    if not known:
        sheet.paragraph([("Not recognised.", "warning")])
    return known


def _self_check(sheet: Sheet, folder: str) -> bool:
    """Show, for each export in a folder, what was read and what was left; FALSE if anything was."""
    from checker.facts.observations import Observations
    from checker.readers.intake import read_file
    from checker.readers.walk import find_files
    from checker.report.words import clean, plural

    exports = perfect = 0
    for number, source in enumerate(find_files([folder])):
        for record in read_file(source, number, Observations()):
            exports += 1
            problems = [f"line {line}: {clean(text)}" for line, text in record.notes]
            if record.format is None and not record.ignored:
                problems.insert(0, "not recognised")
            if record.unread_lines:
                first = f", the first is line {record.first_unread}" if record.first_unread else ""
                problems.append(f"{plural(record.unread_lines, 'line')} not read{first}")
            if record.printed_count is not None and record.printed_count != record.counted_records:
                problems.append(f"says {record.printed_count} records, {record.counted_records} were read")
            perfect += not problems
            mark = ("complete", "good") if not problems else ("look", "warning")
            name = clean(record.file + (f"!{record.member}" if record.member else ""))
            place = f"{name}:{record.first_line}"
            what = f"  {clean(record.format)}, {plural(record.records, 'record')}" if record.format else ""
            sheet.paragraph([(place, ""), (what, "dim")], [(f"  {mark[0]:<10}", mark[1])], indent=12)
            for problem in problems:
                sheet.paragraph([(problem, "")], indent=14)
    sheet.blank()
    sheet.paragraph([(f"{perfect:,} of {plural(exports, 'export')} read in full.", "head")])
    return exports > 0 and perfect == exports
