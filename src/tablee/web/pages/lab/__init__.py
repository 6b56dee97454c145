"""The lab in the browser: chances of any action, fights to their end, house rules weighed."""
