"""Costs of findings by case: closed forms, and the model solved with and without the fault. Start with ``cases.py``."""
