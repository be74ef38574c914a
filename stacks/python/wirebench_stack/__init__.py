"""The services of Wirebench in Python: FastAPI and gRPC."""
