"""Fights, wounds, fear and care. The document has none of it: this chapter is proposed by Tablée."""
