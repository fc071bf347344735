"""The HTML report in parts: what each finding shows, the data for its script, and one module for each part of the page."""
