"""Topics of a table, one module each: what a command says, who may give it, what it decides, the event that is stored,
how it is folded and told, and which of its fields which audience may see.

Importing any of them imports all: every command is in `COMMANDS`, every kind of event in `KINDS`.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
