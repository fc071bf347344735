"""Pages of the rules, generated from the rule book: one per rule, and a list by category."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from typing import Any

from checker.rules.book.book import Book
from checker.rules.book.rule import Parameter, Rule, RuleText, Source
from checker.rules.book.unconfirmed import provenance


def escape(text: object) -> str:
    """Escape text so that Markdown displays it literally, on one line, also in tables."""
    words = html.escape(" ".join(str(text).split()), quote=False)
    for mark in "\\`*_[]|#":
        words = words.replace(mark, "\\" + mark)
    return words


def fenced(text: str, language: str = "") -> str:
    """Return a code block whose fence is longer than any fence in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def rule_pages(book: Book) -> dict[str, str]:
    """Return Markdown by page name (``rules/PTH002.md``): one page per rule, including retired rules, and the list."""
    pages = {f"rules/{rule_id}.md": _page(rule, book.text(rule_id)) for rule_id, rule in book.rules.items()}
    for rule_id, retired in book.retired.items():
        replaced = (
            f"[{retired.replaced_by}]({retired.replaced_by}.md)" if retired.replaced_by in book.rules else "nothing"
        )
        pages[f"rules/{rule_id}.md"] = f"# {rule_id} {escape(retired.name)}\n\nRetired; {replaced} replaces it.\n"
    pages["rules/index.md"] = _list(book)
    return pages


def _list(book: Book) -> str:
    lines = [
        "# Rules\n",
        f"{len(book.rules)} rules. An error breaks availability or is required by the vendor, a warning departs from best",
        "practice, an info is advice. Experimental rules depend on a number that no document confirms, and run only if selected.\n",
    ]
    for category in sorted({rule.category for rule in book.rules.values()}):
        lines += [f"## {category}\n", "| rule | severity | what it finds |", "|---|---|---|"]
        for rule_id in sorted(one for one, rule in book.rules.items() if rule.category == category):
            rule = book.rules[rule_id]
            severity = f"{rule.severity}, experimental" if rule.experimental else rule.severity
            lines.append(f"| [{rule_id}]({rule_id}.md) {escape(rule.name)} | {severity} | {escape(rule.summary)} |")
        lines.append("")
    return "\n".join(lines)


def _page(rule: Rule, text: RuleText | None) -> str:
    return "\n".join([*_head(rule), *_why(text), *_condition(rule), *_parameters(rule), *_relations(rule), *_fix(rule),
                      *_examples(text), *_sources(rule)])  # fmt: skip


def _head(rule: Rule) -> Iterator[str]:
    yield f"# {rule.id} {escape(rule.name)}\n"
    tags = ", ".join(escape(tag) for tag in rule.tags) or "none"
    yield f"**{rule.severity}** · category {escape(rule.category)} · tags {tags} · since {escape(rule.since)}\n"
    if rule.experimental:
        yield "Experimental: no document we have read confirms its threshold. The rule runs only if selected.\n"
    if not rule.suppressible:
        yield "Findings of this rule cannot be suppressed.\n"
    yield f"{escape(rule.summary)}\n"


def _why(text: RuleText | None) -> Iterator[str]:
    if text is not None and text.why:
        yield "## Why\n"
        for paragraph in text.why.split("\n\n"):
            yield f"{escape(paragraph)}\n"


def _condition(rule: Rule) -> Iterator[str]:
    yield "## When it fires\n"
    of = f"[{rule.view}](../reference/vocabulary.md)" if rule.view else ", ".join(map(escape, rule.keys))
    yield f"The rule is evaluated for each row of {of}.\n"
    parts = [("when", rule.when), ("violated", rule.violated), ("severity by", rule.severity_by)]
    yield fenced("\n".join(f"{label}: {part.text}" for label, part in parts if part is not None), "sql")
    yield "If a fact that the result depends on is unknown, the rule is *not evaluated*, and the report names an export that contains it.\n"


def _parameters(rule: Rule) -> Iterator[str]:
    if rule.parameters:
        yield "## Parameters\n"
        yield "| parameter | default | meaning |\n|---|---|---|"
        for name, one in rule.parameters.items():
            yield f"| `{rule.id}.{name}` | `{_plain(one.default)}` | {_meaning(one)} |"
        first = next(iter(rule.parameters))
        yield f"\nSet one with `--config {rule.id}.{first}=VALUE`, or under `parameters:` in `sanlint.yaml`.\n"


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _meaning(one: Parameter) -> str:
    return escape(one.help) + provenance(one)


def _relations(rule: Rule) -> Iterator[str]:
    relations = (
        ("Does not fire if one of these fires", rule.unless),
        ("Caused by", rule.caused_by),
        ("Fires only together with", rule.only_with),
    )
    if any(others for _, others in relations):
        yield "## Related rules\n"
        for label, others in relations:
            if others:
                yield f"- {label}: {', '.join(f'[{other}]({other}.md)' for other in others)}"
        yield ""


def _fix(rule: Rule) -> Iterator[str]:
    if rule.fix_summary or rule.fix_commands:
        yield "## How to fix it\n"
        yield f"{escape(rule.fix_summary)}\n"
        for command in rule.fix_commands:
            each = f", for each of `{command.for_each}`" if command.for_each else ""
            yield f"{escape(command.platform)}{each}:\n"
            yield fenced(command.run + (f"\n# undo: {command.undo}" if command.undo else ""))


def _examples(text: RuleText | None) -> Iterator[str]:
    if text is None or not text.examples:
        return
    yield "## Examples\n"
    yield "Every example is checked when the rules are tested. A base is a complete SAN without faults from `fixtures/bases/`.\n"
    for example in text.examples:
        yield f"**{escape(example.get('name', ''))}**: {_outcome(example)}\n"
        start = {key: example[key] for key in ("base", "raw", "change", "params", "as_of") if key in example}
        yield fenced(_yaml(start), "yaml")


def _outcome(example: Mapping[str, Any]) -> str:
    if example.get("not_evaluated"):
        return "not evaluated, because a fact is missing"
    if example.get("silent"):
        return "does not fire"
    also = example.get("also")
    return "fires" + (f", together with {', '.join(also)}" if also else "")


def _yaml(value: Mapping[str, Any]) -> str:
    from io import StringIO

    from ruamel.yaml import YAML

    writer = YAML(typ="safe")
    writer.default_flow_style = None
    writer.width = 110
    out = StringIO()
    writer.dump(_plainly(value), out)
    return out.getvalue()


def _plainly(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plainly(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plainly(one) for one in value]
    return value


def _sources(rule: Rule) -> Iterator[str]:
    if rule.sources:
        yield "## Sources\n"
        for source in rule.sources:
            yield f"- {_source(source)}"
        yield ""


def _source(source: Source) -> str:
    place = ", ".join(
        part
        for part in (
            source.document,
            source.section and f"section {source.section}",
            source.page and f"page {source.page}",
        )
        if part
    )
    return escape(place) + (f": {escape(source.says)}" if source.says else "")
