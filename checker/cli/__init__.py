"""The command line: arguments, exit codes, progress. One file a command, and no logic of the audit."""
