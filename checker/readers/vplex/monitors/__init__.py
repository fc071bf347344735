"""VPLEX performance monitors: files, and statistics over REST."""
