"""Fights: who acts when, attacks at contact and from afar, armour, attitudes, manoeuvres, weapons in hand."""
