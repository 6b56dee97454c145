"""The shared table: an event log that loses nothing and leaks nothing. Finds games, draws nothing.

events      what happened, under short stored names
state       the table is the sum of its events
commands    what people may ask, declared once
decide      who may, whether it stands, what follows
offering    before the click: what may be done, why not, with what odds
stale       what changed since somebody looked
views       the one gate between what is and what is seen
store       the append-only log
service     the door: submit a command, follow a table
"""
