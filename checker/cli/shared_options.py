"""Options that many commands have alike: declared once, so that they read the same everywhere."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Color(StrEnum):
    """When to use colour."""

    auto = "auto"
    always = "always"
    never = "never"


ConfigOption = Annotated[
    list[str] | None, typer.Option(metavar="FILE|KEY=VALUE", help="The configuration, or one value of it.")
]
IsolatedOption = Annotated[bool, typer.Option("--isolated", help="Use no configuration.")]
JobsOption = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Processes that read.")]
RulesOption = Annotated[list[str] | None, typer.Option(metavar="DIR", help="A folder of further rules.")]
DocumentsOption = Annotated[
    list[str] | None,
    typer.Option("--output-format", "-o", metavar="FORMAT[:FILE]", help="table or json; several times for both."),
]
ColorOption = Annotated[Color, typer.Option(help="Use colour.")]
