"""What people see in a browser: pages and the fragments of them that change, drawn from views, forms and lines."""
