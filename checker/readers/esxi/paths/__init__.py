"""Paths of ESXi hosts. Start with core_path; path_rows contains the facts that all path listings share."""
