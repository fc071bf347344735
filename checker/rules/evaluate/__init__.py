"""Evaluation of rules over views: findings, coverage and missing exports. Start with ``evaluate.evaluate``."""
