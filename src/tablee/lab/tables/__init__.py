"""What rules answered in the fights of one cast, remembered by what they read: sheets, laws and moments, by number."""
