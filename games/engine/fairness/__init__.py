"""Dice that can be verified when the game is over, and their verification (docs/dice.md)."""
