"""`python -m release`: what stands before a version is given to others."""
