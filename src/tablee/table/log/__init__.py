"""What is kept of a table: the events that happened, the state they add up to, and the stores that hold them."""
