"""What happens to bodies and minds: wounds, zero scores, hazards, care, the passing of time."""
