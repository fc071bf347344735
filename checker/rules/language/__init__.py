"""The language of rule files: SQL expressions, message templates and quoting. Start with ``expression`` and ``template``."""
