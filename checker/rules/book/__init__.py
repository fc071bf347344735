"""The rule book: rule files read, checked against each other and compiled to JSON. Start with ``rule`` and ``book``."""
