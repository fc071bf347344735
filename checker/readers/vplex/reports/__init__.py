"""Reports and logs from VPLEX diagnostics, and tables of scripts."""
