"""The lines of the input that show a finding. Start with ``locate.locate``; ``proof`` moves a place within its record."""
