"""Kinds of games that only tests know: they show what a new game costs."""
