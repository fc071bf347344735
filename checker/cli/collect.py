"""``sanlint collect``: print a script or list of commands that collects exports."""

from __future__ import annotations

from typing import Annotated

import typer

from checker.errors import UsageError


def collect(
    platform: Annotated[
        str | None,
        typer.Argument(metavar="PLATFORM", help="Platform to collect from; lists the platforms if omitted."),
    ] = None,
    *,
    ssh: Annotated[
        bool, typer.Option("--ssh", help="Print a shell script that runs the commands on switches over ssh.")
    ] = False,
    triage: Annotated[
        bool,
        typer.Option(
            "--triage", help="Print what to collect for sanlint triage while something is slow, with intervals."
        ),
    ] = False,
) -> None:
    """Print a read-only collection script; sanlint reads the archive it creates.

    The scripts change nothing and collect no secrets. Each output begins with a line with host, command and time.
    """
    import sys

    from checker.cli.support.terminal import use_color, width, write_output
    from checker.collect import SCRIPTS, TRIAGE
    from checker.rules.language.suggest import unknown

    if triage and ssh:
        raise UsageError(
            "collect: --triage and --ssh cannot be combined; what triage needs is collected while something is slow"
        )
    scripts = TRIAGE if triage else SCRIPTS
    if platform is None:
        from checker.report.base import Presentation
        from checker.report.text.sheet import Sheet

        sheet = Sheet(Presentation(width=width(sys.stdout), color=use_color("auto", sys.stdout)))
        for script in scripts.values():
            more = "; --ssh prints a script that runs them" if script.over_ssh else ""
            sheet.paragraph([(f"{script.summary}{more}", "")], [(f"  {script.platform}", "command")], indent=14)
        sheet.blank()
        sheet.paragraph(
            [
                ("Next: ", "dim"),
                ("sanlint collect --triage linux" if triage else "sanlint collect linux > collect-linux.sh", "command"),
            ]
        )
        write_output(sheet.render())
        return
    if platform not in scripts:
        from checker.readers.registry import cards

        if triage and platform in {*SCRIPTS, *(card.platform for card in cards())}:
            known = ", ".join(TRIAGE)
            raise UsageError(
                f"collect --triage {platform}: triage does not read time series of this platform; known: {known}"
            )
        raise UsageError(f"collect: {unknown('platform', platform, scripts)}")
    script = scripts[platform]
    if ssh and not script.over_ssh:
        able = ", ".join(name for name, one in SCRIPTS.items() if one.over_ssh)
        raise UsageError(f"collect {platform}: --ssh is available for {able}")
    write_output(script.ssh_script() if ssh else script.text)
