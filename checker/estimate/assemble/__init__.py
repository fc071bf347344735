"""Networks assembled from the facts of a store. Start with ``facts.py`` (reads the store) and ``san.py`` (builds flows)."""
