"""Nobody sees a card that is not theirs to see, and no input does harm."""
