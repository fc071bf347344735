"""Building blocks of all formats: wording, terminal layout, Markdown, paths and links; start with ``words``."""
