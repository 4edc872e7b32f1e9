"""The Django project, where matches meet people and the network."""
