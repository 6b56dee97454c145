"""Shapes of answers, as OpenAPI describes them: a table's view and lines, offers, forms, sheets and odds.

They document and are never built while answering: tests compare them with the answers of every game. Clients leave
aside what they do not know: later versions may add to each of them.
"""
