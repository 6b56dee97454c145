"""Shapes of the lines of a table's log, as OpenAPI describes them.

They document and are never built while answering: tests compare them with the answers of every game. Clients leave
aside what they do not know: later versions may add to each of them.
"""
