"""The analysis: how good each action is in a position.

It computes with numpy and numba in processes of its own (`client.py`); the server imports neither.
Each kind of game has a folder here, whose module `evaluate` rates the actions in a position.
"""
