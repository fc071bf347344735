"""``sanlint rules schema``: the vocabulary of rules: views with their columns, and functions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from checker.errors import UsageError
from checker.facts.json_text import dumps
from checker.report.text.words import clean, plural

if TYPE_CHECKING:
    from checker.report.base import Presentation
    from checker.report.text.sheet import Sheet
    from checker.views.catalog import View

_COLUMN = 28


def words_document(view: str | None = None) -> str:
    """Return the vocabulary as JSON: views, functions, and the JSON Schema of rules; or one view.

    Raises:
        UsageError: the view is unknown.
    """
    from checker import resources
    from checker.rules.language.functions import MACROS, SCALARS
    from checker.views.catalog import views

    document: Any
    if view is not None:
        document = _document(_view(view))
    else:
        document = {
            "views": [_document(one) for one in views().values()],
            "functions": {**MACROS, **SCALARS},
            "rule": json.loads(resources.schema("rule").read_text(encoding="utf-8")),
        }
    return dumps(document, indent=2) + "\n"


def words_page(view: str | None, presentation: Presentation) -> str:
    """Return the vocabulary as text: all views with a line each, or one view with its columns.

    Raises:
        UsageError: the view is unknown.
    """
    from checker.report.text.sheet import Sheet
    from checker.rules.language.functions import MACROS, SCALARS
    from checker.views.catalog import views

    sheet = Sheet(presentation)
    if view is not None:
        _write_view(sheet, _view(view))
        return sheet.render()
    sheet.paragraph([("Views: the objects that rules check, one per row", "head")])
    for one in views().values():
        sheet.paragraph([(clean(one.meaning), "")], [(f"  {one.name}", "command")], indent=_COLUMN)
    for title, functions in (("Functions that handle unknown values", MACROS), ("Other functions", SCALARS)):
        sheet.blank()
        sheet.paragraph([(title, "head")])
        for name, meaning in functions.items():
            sheet.paragraph([(clean(meaning), "")], [(f"  {name}", "command")], indent=_COLUMN)
    sheet.blank()
    sheet.paragraph([(f"{plural(len(views()), 'view')}, {plural(len(MACROS) + len(SCALARS), 'function')}.", "head")])
    sheet.paragraph([("Next: ", "dim"), ("sanlint rules schema VIEW", "command"), (" lists the columns of one", "dim")])
    return sheet.render()


def _view(name: str) -> View:
    from checker.rules.language.suggest import unknown
    from checker.views.catalog import views

    if name not in views():
        raise UsageError(unknown("view", name, views()))
    return views()[name]


def _write_view(sheet: Sheet, view: View) -> None:
    sheet.paragraph([(view.name, "head"), (f"  {clean(view.meaning)}", "")])
    sheet.paragraph([(", ".join(view.grain), "")], [("  key ", "dim")], indent=17)
    sheet.blank()
    for column in view.columns:
        facts = f" [{', '.join(column.inputs)}]" if column.inputs else ""
        sheet.paragraph(
            [(f"{column.type}  ", "head"), (clean(column.meaning), ""), (facts, "dim")],
            [(f"  {column.name}", "command")],
            indent=_COLUMN,
        )
    sheet.blank()
    sheet.paragraph([("In brackets: the facts a column is derived from; see docs/reference/vocabulary.md.", "dim")])


def _document(view: View) -> dict[str, object]:
    return {
        "name": view.name,
        "meaning": view.meaning,
        "keys": list(view.grain),
        "columns": [
            {"name": one.name, "type": one.type, "meaning": one.meaning, "facts": list(one.inputs)}
            for one in view.columns
        ],
    }
