"""Attacks on a real server from one address, and what the players at another address notice.

``python -m tests.attacks [NAME …]`` runs them. Attackers, victims and the server are processes of
their own; everything stays on the loopback interface, and every attack is bounded in time.
"""
