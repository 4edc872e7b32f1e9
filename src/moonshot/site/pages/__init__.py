"""The pages of the site: the client's shell, and what is said when a page cannot be shown."""
