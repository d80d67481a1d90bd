"""The game Buttons (docs/rules-buttons.md)."""
