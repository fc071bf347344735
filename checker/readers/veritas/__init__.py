"""Exports of Veritas Volume Manager and its Dynamic Multi-Pathing (DMP), on Linux, Solaris, AIX and HP-UX."""
