"""The examples of a rule: those in its own file, then those in ``<ID>.cases.yaml`` next to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from checker.rules.book.rule_shape import shaped_cases
from checker.rules.language.suggest import unknown
from checker.rules.language.vocabulary import FINDING_FACTS
from checker.rules.language.yaml_source import Source, load

CASES_SUFFIX = ".cases.yaml"


@dataclass(frozen=True)
class Example:
    """One example and its position: item ``index`` of ``examples`` in ``source``."""

    data: Mapping[str, Any]
    source: Source
    index: int

    def fail(self, message: str, *path: str | int, key: bool = False) -> NoReturn:
        """Raise a RuleError that names the file and the line of the value at ``path`` within the example."""
        self.source.fail(message, ("examples", self.index, *path), key=key)


def cases_file(rule_file: Path) -> Path:
    """Return the path of the cases file that belongs to a rule file, whether it exists or not."""
    return rule_file.with_name(f"{rule_file.name.partition('-')[0]}{CASES_SUFFIX}")


def load_cases(rule_file: Path, shown: str) -> Source | None:
    """Load the cases file of a rule, or return None if the rule has none.

    ``shown`` is how errors name the rule file; the cases file is named accordingly.

    Raises:
        RuleError: the file cannot be read, or contains anything other than examples.
    """
    path = cases_file(rule_file)
    if not path.exists():
        return None
    source = load(path, f"{shown[: len(shown) - len(rule_file.name)]}{path.name}")
    shaped_cases(source)
    return source


def examples_of(sources: Sequence[Source]) -> Iterator[Example]:
    """Yield the examples of all sources in order."""
    for source in sources:
        for index, data in enumerate(source.data["examples"]):
            yield Example(data, source, index)


def check_examples(examples: Sequence[Example], columns: Collection[str]) -> None:
    """Check examples against each other and against the columns of their rule.

    Raises:
        RuleError: a name is used twice, the initial state is missing or ambiguous, or an expected column is unknown.
    """
    names: set[str] = set()
    known = [*columns, *FINDING_FACTS]
    for example in examples:
        if example.data["name"] in names:
            example.fail("duplicate name of an example", "name")
        names.add(example.data["name"])
        if ("base" in example.data) == ("raw" in example.data):
            example.fail("an example requires base or raw")
        for number, found in enumerate(example.data.get("finds", [])):
            for name in found:
                if name not in known:
                    example.fail(unknown("column", name, known), "finds", number, name, key=True)
