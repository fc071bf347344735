"""symcli text: ``symcfg``, ``symdev``, ``symsg``, ``symrdf`` and other commands, except masking."""
