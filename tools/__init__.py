"""What only developers run: bots against bots, training, exact solvers, sounds and icons."""
