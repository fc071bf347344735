"""``sanlint completion``: the script that teaches a shell to complete sanlint's command lines."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Shell(StrEnum):
    """A shell whose completion is known."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"
    powershell = "powershell"


_USE = {
    Shell.bash: '# bash: put this into ~/.bashrc: eval "$(sanlint completion bash)"',
    Shell.zsh: '# zsh: put this into ~/.zshrc, behind compinit: eval "$(sanlint completion zsh)"',
    Shell.fish: "# fish: sanlint completion fish > ~/.config/fish/completions/sanlint.fish",
    Shell.powershell: "# PowerShell: put this into $PROFILE: sanlint completion powershell | Out-String | Invoke-Expression",
}


def completion(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh, fish or powershell.")],
) -> None:
    """Print the script that makes a shell complete commands, options, rule ids and formats.

    sanlint --install-completion adds it to the configuration of the shell you are in.
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined] # it comes from a private module

    from checker.cli.terminal import write_output

    script = get_completion_script(prog_name="sanlint", complete_var="_SANLINT_COMPLETE", shell=shell.value)
    if shell is Shell.powershell:
        # Where nothing fits, one empty line comes, of which PowerShell can't make a completion.
        script = script.replace("sanlint | ForEach-Object {", "sanlint | Where-Object { $_ } | ForEach-Object {")
    # zsh takes "#compdef" for an order only on the first line of a file; here it is sourced, so it is a comment.
    write_output(f"{_USE[shell]}\n{script}\n")
