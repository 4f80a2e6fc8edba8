"""The commands of both front ends: for each place a table of keys, words and what they do."""
