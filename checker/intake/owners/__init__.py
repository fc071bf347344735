"""Which machine an export belongs to: content, prompts, headers, and paths compared with each other. Start with ``ownership``."""
