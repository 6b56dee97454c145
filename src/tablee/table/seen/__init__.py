"""What a seat is shown, as classes: a table's view, sheets, forms, odds. Pages read them, the API writes them as JSON
(`written`), and OpenAPI is made from them. Clients leave aside what they do not know: later versions may add to each.
"""
