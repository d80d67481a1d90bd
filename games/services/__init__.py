"""Everything that changes tables and games. Views and the referee call these functions."""
