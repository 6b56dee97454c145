"""Health of body and mind: care, stress, troubles."""
