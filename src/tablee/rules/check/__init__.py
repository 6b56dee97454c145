"""What a game's author got wrong, in sentences, with file and line.

report      examine: a game by its name, its module or its folder, everything below in one Report
words       rules.toml: rules, sentences, terms, grades, options, and the code that names them
checks      texts, ids and rules in the code; what the game lists, what its code changes
trial       the first scene opened, every action done
sources     the package's files, and findings about their lines
"""

from tablee.rules.check.report import Report, examine

__all__ = ["Report", "examine"]
