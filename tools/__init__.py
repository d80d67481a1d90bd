"""Programs for developers: bots against bots, training, exact solvers, sounds and icons."""
