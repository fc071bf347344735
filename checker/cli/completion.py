"""``sanlint completion``: the shell completion script."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from checker.system.files import write_text


class Shell(StrEnum):
    """A supported shell."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"
    powershell = "powershell"


_USE = {
    Shell.bash: '# bash: add to ~/.bashrc: eval "$(sanlint completion bash)"',
    Shell.zsh: '# zsh: add to ~/.zshrc, after compinit: eval "$(sanlint completion zsh)"',
    Shell.fish: "# fish: sanlint completion fish > ~/.config/fish/completions/sanlint.fish",
    Shell.powershell: "# PowerShell: add to $PROFILE: sanlint completion powershell | Out-String | Invoke-Expression",
}


class _CompletePath(type(Path())):  # type: ignore[misc]  # before Python 3.12, Path itself cannot have subclasses
    """A path whose file is replaced completely or not at all."""

    def write_text(self, data: str, *_arguments: object, **_options: object) -> int:
        """Write the whole file."""
        write_text(self, data)
        return len(data)


def replace_settings_completely() -> None:
    """Let ``--install-completion`` replace the settings of the shell: its library writes in place, which a full disk cuts off."""
    from typer import _completion_shared as shared

    vars(shared)["Path"] = _CompletePath


def completion(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh, fish or powershell.")],
) -> None:
    """Print the script for shell completion of commands, options, rule ids and formats.

    sanlint --install-completion adds it to the configuration of the current shell.
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined] # re-exported from a private module

    from checker.cli.support.terminal import write_output

    script = get_completion_script(prog_name="sanlint", complete_var="_SANLINT_COMPLETE", shell=shell.value)
    if shell is Shell.powershell:
        # Without a match sanlint prints an empty line, which PowerShell cannot turn into a completion.
        script = script.replace("sanlint | ForEach-Object {", "sanlint | Where-Object { $_ } | ForEach-Object {")
    # zsh interprets "#compdef" only on the first line of a file; in a sourced script it is a comment.
    write_output(f"{_USE[shell]}\n{script}\n")
