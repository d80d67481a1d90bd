"""Pig, the smallest game of pressing one's luck, as the third kind of game."""
