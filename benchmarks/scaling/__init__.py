"""How large a park of machines is for a number of people."""
