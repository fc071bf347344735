"""JSON, XML and YAML documents whose values know their lines, also several of them in one text."""
