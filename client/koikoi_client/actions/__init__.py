"""What a person can do at each place, and by which key of the screen and word of line mode."""
