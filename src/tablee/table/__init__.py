"""The shared table: an event log that loses nothing and leaks nothing. Finds games, draws nothing.

log         what happened, the state it adds up to, where it is kept
show        who may see what, and what each seat is shown
decide      what people ask, whether it stands, what follows from it
service     the door: open a table, submit a command, follow a log
"""
