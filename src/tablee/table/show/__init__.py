"""What people see of a table: who may see what, the table as one seat sees it, lines as sentences, exports."""
