"""Problems and edits as types of the Language Server Protocol, and files as URIs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.workspace import TextDocument

from checker.lsp.edits import Edit
from checker.lsp.problem import Problem

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
_MOST_RELATED = 20


def path_of(uri: str) -> Path | None:
    """Return the file of a URI; None for a document that is not a file."""
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def uri_of(path: Path) -> str:
    """Return the URI of a file."""
    return uris.from_fs_path(str(path)) or ""


def diagnostic_of(problem: Problem, document: TextDocument, file_of: Callable[[str], Path]) -> types.Diagnostic:
    """Return a problem as a diagnostic of a document; ``file_of`` returns the file of a name in an audit."""
    finding = problem.finding
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(uri_of(file_of(place.file)), _line(place.line)), place.label or "see also"
        )
        for place in (finding.related if finding is not None else ())
        if place.member is None
    ]
    return types.Diagnostic(
        range=_range(problem, document),
        message=problem.message,
        severity=_SEVERITIES[problem.severity],
        code=finding.rule if finding is not None else None,
        source="sanlint",
        related_information=related[:_MOST_RELATED] or None,
        data=finding.fingerprint if finding is not None else None,
    )


def action_of(
    title: str,
    diagnostic: types.Diagnostic,
    edit: types.WorkspaceEdit | None = None,
    data: Mapping[str, object] | None = None,
) -> types.CodeAction:
    """Return a quick fix: with its edit, or with the data from which the edit is worked out when someone chooses it."""
    kept = dict(data) if data is not None else None
    return types.CodeAction(title, kind=types.CodeActionKind.QuickFix, diagnostics=[diagnostic], edit=edit, data=kept)


def workspace_edit(edits: Mapping[str, Sequence[Edit]], text: Callable[[str], TextDocument]) -> types.WorkspaceEdit:
    """Return edits by URI as one change; ``text`` returns the document of a URI."""
    return types.WorkspaceEdit(
        changes={
            uri: [types.TextEdit(_units(text(uri), edit), edit.text) for edit in found] for uri, found in edits.items()
        }
    )


def _range(problem: Problem, document: TextDocument) -> types.Range:
    """Return the place of a problem: from its column, or from the first word, to the end of the line."""
    lines = document.lines
    number = max(min(problem.line, len(lines)), 1) - 1
    line = lines[number].rstrip() if lines else ""
    column = problem.column - 1 if problem.column is not None else len(line) - len(line.lstrip())
    end = max(len(line), column)
    place = None if problem.finding is None else problem.finding.location
    if place is not None and place.end_column is not None and place.end_line in (None, place.line):
        end = place.end_column - 1
    return _units(document, Edit(number, column, number, end, ""))


def _units(document: TextDocument, edit: Edit) -> types.Range:
    """Return a range in the units that the editor counts in, which are not characters but usually UTF-16."""
    start, end = types.Position(edit.line, edit.column), types.Position(edit.end_line, edit.end_column)
    return document.position_codec.range_to_client_units(document.lines, types.Range(start, end))


def _line(number: int) -> types.Range:
    return types.Range(types.Position(number - 1, 0), types.Position(number, 0))
