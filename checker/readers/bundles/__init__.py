"""Archives and support bundles: opened with limits, unpacked into a private folder, told whose they are."""
