"""What every reader family may use: captures and readers, lines, JSON, XML and YAML with places, declared facts.

May import ``facts`` only. Start with ``base.py`` (what a reader is), then ``fields.py`` (how to declare one).
"""
