"""sanlint: a configuration linter for Fibre Channel storage networks."""

__version__ = "0.1.0"
