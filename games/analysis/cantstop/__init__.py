"""The analysis of Can't Stop."""
