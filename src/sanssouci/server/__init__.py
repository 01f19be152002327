"""Tables that people join: HTTP and WebSocket, storage, computer seats."""
