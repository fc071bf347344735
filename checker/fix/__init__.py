"""From findings to scripts that mend them, each with its undo; what nobody should automate becomes a checklist.

Nothing here runs a command. The scripts are text; people read them and run them.
"""
