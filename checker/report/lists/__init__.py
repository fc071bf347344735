"""Lists of ports, cables and versions as tables: ``base`` says what a list is; ``ports`` and ``cabling`` make them of rows of views."""
