"""Answers for reports: the solved network, other arrangements, failures. Start with ``make.py``."""
