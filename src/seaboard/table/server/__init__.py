"""The FastAPI application and how it is started, limited and stopped."""
