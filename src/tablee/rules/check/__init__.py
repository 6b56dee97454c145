"""What a game's author got wrong, in sentences, with file and line.

report      examine: a game by its name, its module or its folder, and everything below in one Report
findings    one sentence about one place
sources     the package's files, read without running them
written     what those files say: the book, texts in both languages, ids, rules named
loaded      the game as a value: options, gauges, characters, and what its code fills in
trial       the first scene opened, every action done once
failures    an exception as a sentence at the line of the game that raised it
"""

from tablee.rules.check.report import Report, examine

__all__ = ["Report", "examine"]
