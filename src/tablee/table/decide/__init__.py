"""What people ask of a table: commands, who may give them, what they lead to, and what is offered before the click."""
