"""The data classes of a rule that has been loaded and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
ParameterValue = str | int | float | bool | list[str]


@dataclass(frozen=True)
class Expression:
    """A checked SQL expression: the text printed from the checked tree, and the view columns it uses.

    ``$name`` stands for the parameter of that name.
    """

    text: str
    columns: tuple[str, ...]
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Parameter:
    """One parameter of a rule, with its default and bounds.

    ``confirmed`` is FALSE if the default is from memory and not confirmed by a document; ``chosen`` is TRUE if it is a
    threshold of this project, which no document could confirm.
    """

    name: str
    default: ParameterValue
    type: Literal["integer", "number", "boolean", "text", "severity", "list"]
    help: str = ""
    minimum: float | None = None
    maximum: float | None = None
    confirmed: bool = True
    chosen: bool = False


@dataclass(frozen=True)
class FixCommand:
    """One command of a fix: templates for one platform, repeated for each item of the list column ``for_each``.

    ``no_undo`` is the reason why there is no ``undo``. ``check`` verifies the result. ``on`` is the column that names the machine to run it on, if it isn't the default of the
    platform. ``only_if`` is a condition to verify manually first: such a command is never put into a script. ``skip_if`` is a
    flag: the command is omitted unless the flag is known to be false.
    ``effect`` is its effect on the model: changes as in examples, with templates as values.
    """

    platform: str
    run: str
    undo: str | None = None
    for_each: str | None = None
    effect: Mapping[str, Any] | list[Mapping[str, Any]] | None = None
    check: str | None = None
    on: str | None = None
    only_if: str | None = None
    skip_if: str | None = None
    no_undo: str | None = None


@dataclass(frozen=True)
class Source:
    """The source of a rule: document, section, page, and a summary in our own words.

    ``document`` is what people call it, ``document_id`` its id in the table of documents; empty if it is not listed there.
    """

    document: str
    section: str | None = None
    page: str | None = None
    says: str | None = None
    document_id: str = ""

    @property
    def reference(self) -> str:
        """Id of the document with its section or page, such as ``brocade-san-design#page-64``; empty without an id."""
        place = self.section or (f"page {self.page}" if self.page else "")
        anchor = re.sub(r"[^a-z0-9.]+", "-", place.lower()).strip("-.")
        return f"{self.document_id}#{anchor}" if self.document_id and anchor else self.document_id


@dataclass(frozen=True)
class Rule:
    """One rule in the form that the engine evaluates.

    ``view`` is the name of the view it runs over; ``rows`` replaces it with a SELECT over views with ``keys`` as grain.
    ``unless``, ``caused_by`` and ``only_with`` map a rule id to the columns whose values must agree; None means all
    key columns of the coarser of the two. ``roll_up`` lists the key columns that are not merged; None is the
    default: all except the volume. Findings of a rule that is not ``suppressible`` are always shown. ``fix_effect`` is the
    effect of a manual fix on the model, for each object, if no command has that effect.
    """

    id: str
    name: str
    category: str
    severity: Severity
    summary: str
    view: str
    violated: Expression
    message: str
    rows: str | None = None
    keys: tuple[str, ...] = ()
    when: Expression | None = None
    severity_by: Expression | None = None
    basis: Expression | None = None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    unless: Mapping[str, tuple[str, ...] | None] = field(default_factory=dict)
    caused_by: Mapping[str, tuple[str, ...] | None] = field(default_factory=dict)
    only_with: Mapping[str, tuple[str, ...] | None] = field(default_factory=dict)
    roll_up: tuple[str, ...] | None = None
    evidence: tuple[str, ...] = ()
    identity: tuple[str, ...] | None = None
    locate: tuple[str, ...] = ()
    fix_summary: str = ""
    fix_commands: tuple[FixCommand, ...] = ()
    fix_effect: Mapping[str, Any] | list[Mapping[str, Any]] | None = None
    cost: str | None = None
    sources: tuple[Source, ...] = ()
    since: str = ""
    tags: tuple[str, ...] = ()
    experimental: bool = False
    suppressible: bool = True
    replaced_by: str | None = None
    file: str = ""

    @property
    def references(self) -> tuple[str, ...]:
        """The references of its sources that have an id, without duplicates."""
        return tuple(dict.fromkeys(source.reference for source in self.sources if source.reference))


@dataclass(frozen=True)
class RuleText:
    """The texts of a rule for users; loaded on demand."""

    id: str
    why: str
    examples: tuple[Mapping[str, Any], ...]
