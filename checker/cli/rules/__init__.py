"""``sanlint rules``: lists, tests and creates rules. Start reading at :mod:`checker.cli.rules.command`."""

from checker.cli.rules.command import app

__all__ = ["app"]
