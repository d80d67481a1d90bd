"""The analysis: how good each action is in a position.

It runs in processes of its own (`client.py`) with numpy and numba, which the server never imports.
Each kind of game has a folder here, whose module `evaluate` rates the actions in a position.
"""
