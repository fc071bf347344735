"""The command line: arguments, exit codes and progress; one file per command, and no logic of the audit.

May depend on every other package; nothing depends on it. Start with ``entry`` (what the ``sanlint`` script runs), then
``app`` (the list of commands) and ``check``. What several commands share is in ``support``;
commands that answer questions about the SAN are in ``analysis``.
"""
