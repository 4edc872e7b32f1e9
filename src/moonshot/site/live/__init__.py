"""Tables on the network: sockets, wire types, tickets, the log on disk, and the host that drives tables."""
