"""The same game for other people's interfaces: these modules only translate. Each needs an extra of its own."""
