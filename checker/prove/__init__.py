"""Prove rules by their own examples: what they report, what they ignore, and which mutants the examples detect.

May depend on ``checker.audit`` and everything below it; ``checker.cli`` and the tests use it.
Start with ``run``, then ``state`` and ``examples``.
"""
