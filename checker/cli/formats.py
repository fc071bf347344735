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
    from checker.cli.check import demand_paths
    from checker.readers.base import Capture
    from checker.readers.decode import decode, instead_of_text
    from checker.readers.intake import parts_of
    from checker.readers.registry import claims
    from checker.readers.walk import find_files, read_bytes
    from checker.report.words import clean

    demand_paths([path])
    sources = find_files([path])
    if len(sources) != 1 or sources[0].name != path:
        raise UsageError(f"{path}: --detect looks at one file, --self-check at a folder")
    if sources[0].problem is not None:
        raise UsageError(f"{path}: {sources[0].problem}")
    try:
        data = read_bytes(sources[0])
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror or error}") from None
    known = False
    for section, chosen in parts_of(decode(data), path):
        lines = section.text.rstrip("\n").count("\n") + 1
        where = f"lines {section.first_line} to {section.first_line + lines - 1}"
        sheet.paragraph([(where, "head"), (f"  {clean(section.command or '')}", "command")])
        capture = Capture(
            section.text, path, first_line=section.first_line, command=section.command, header=section.header
        )
        found = claims(capture)
        if chosen is not None and all(reader is not chosen for _, reader in found):
            sheet.paragraph([(f"{chosen.name}: it begins as this format does", "")], [("      ", "")], indent=6)
        for detection, reader in found:
            sheet.paragraph(
                [(f"{reader.name}: {clean(detection.reason)}", "")], [(f"  {detection.score:>3} ", "good")], indent=6
            )
        known = known or chosen is not None
        if chosen is None and not found:
            sheet.paragraph([("no format claims this part", "warning")], indent=2)
    if not known:
        what = instead_of_text(data)
        sheet.paragraph([(f"Not recognised: {what}." if what else "Not recognised.", "warning")])
    return known


def _self_check(sheet: Sheet, folder: str) -> bool:
    """Show, for each export in a folder, what was read and what was left; FALSE if anything was."""
    from checker.cli.check import demand_paths
    from checker.facts.observations import Observations
    from checker.readers.intake import read_file
    from checker.readers.walk import find_files
    from checker.report.words import clean, plural

    demand_paths([folder])
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
