"""Results as plain JSON and back: rule ids and values, never sentences; the book finds the words again."""
