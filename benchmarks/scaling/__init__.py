"""How large a park of machines is for so many people."""
