"""Magic: the words, the sentence they make, casting, resisting, and the spells in force."""
