"""Configuration, rule selection, parameters, suppressions and baselines. Start with ``config``."""
