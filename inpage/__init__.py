"""Tablée without a server: the static folder in which the whole house runs inside a page (`make site`)."""
