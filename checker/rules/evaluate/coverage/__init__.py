"""What rules could not decide and why, and what passed: missing facts, exports that supply them, checked values."""
