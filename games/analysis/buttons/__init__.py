"""The analysis of Buttons."""
