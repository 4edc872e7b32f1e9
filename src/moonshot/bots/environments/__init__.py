"""Hearts for learners of other projects: PettingZoo's interface, and many deals at once on compiled code.

`hearts` needs the extra ``environments``, `vector` the extra ``bots``; nothing here is imported by the rest.
"""
