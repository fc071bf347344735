"""The page of commands, generated from the same data as ``--help``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rule_pages import escape


def commands_page() -> str:
    """Return the reference of all commands as Markdown."""
    from typer.main import get_command

    from checker.cli.app import application

    lines = [
        "# Commands\n",
        "The same information as `sanlint COMMAND --help`. Exit codes: 0 no finding at or above `--fail-on`, 1 findings,",
    ]
    lines.append(
        "2 wrong usage, configuration or rule, 3 nothing usable was read, 4 internal error, 130 interrupted.\n"
    )
    for name, command in _commands(get_command(application()), "sanlint"):
        lines += [f"## {name}\n", f"{escape(command.help or '')}\n", *_parameters(name, command)]
    return "\n".join(lines)


def _commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
        return
    for word, one in inner.items():
        if not one.hidden:
            yield from _commands(one, f"{name} {word}")


def _parameters(name: str, command: Any) -> Iterator[str]:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [
        one for one in command.params if one.param_type_name == "option" and not one.hidden and one.name != "help"
    ]
    shown = " ".join(one.metavar or one.name.upper() for one in arguments)
    yield f"```console\n{name} [OPTIONS] {shown}".rstrip() + "\n```\n"
    if arguments or options:
        yield "| argument or option | meaning |\n|---|---|"
        for one in arguments:
            yield f"| `{one.metavar or one.name.upper()}` | {escape(getattr(one, 'help', '') or '')} |"
        for one in options:
            names = ", ".join(f"`{word}`" for word in (*one.opts, *one.secondary_opts))
            yield f"| {names}{_value(one)} | {escape(one.help or '')} |"
        yield ""


def _value(option: Any) -> str:
    if option.is_flag:
        return ""
    choices = getattr(option.type, "choices", None)
    text = "|".join(str(getattr(one, "value", one)) for one in choices) if choices else option.metavar or "TEXT"
    return f" `{text}`".replace("|", "\\|")
