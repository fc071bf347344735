"""Configuration, rule selection and parameters. Start with ``config``."""
