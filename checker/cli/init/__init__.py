"""``sanlint init``: writes a configuration to start from. Start reading at :mod:`checker.cli.init.command`."""

from checker.cli.init.command import init

__all__ = ["init"]
