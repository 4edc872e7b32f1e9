"""Hearts: rules, deals, bots, tables and the site. Start with `moonshot.engine`."""
