"""The game Can't Stop (docs/rules-cantstop.md)."""
