"""The commands of both front ends: tables of keys, of words in line mode, and of their help."""
