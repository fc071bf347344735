"""A finished audit, shown: one module an output format. No format knows how a finding was found."""
