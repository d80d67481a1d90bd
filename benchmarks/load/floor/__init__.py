"""The least that a live game on Django and Channels can do for the same traffic.

One lock, one row for the event, three texts of 1.6 kB: one for each player, one for all spectators.
The cost of a move here is the cost of the framework.
"""
