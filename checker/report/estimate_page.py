from __future__ import annotations
def estimate_page(answer, shown, *, limit, curve): return repr(answer)[:3000]+"\n"
