"""The one place where the rules' words become messages (law: one package speaks both tongues).

``events`` tells what happened, ``views`` what is, ``labels`` what a seat may do, in words,
``catalog`` all texts that a client needs, ``chain`` proves what was told, ``status`` says no.
"""
