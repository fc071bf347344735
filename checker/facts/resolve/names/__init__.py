"""Names: which are one machine or LUN, and which is one name of several machines. Start with ``identity``."""
