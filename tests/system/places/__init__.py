"""Places of findings: the file and line that prove them."""
