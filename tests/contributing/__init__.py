"""The worked examples of CONTRIBUTING.md, carried out."""
