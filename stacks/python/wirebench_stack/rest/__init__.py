"""Workloads as JSON over HTTP/1.1, on FastAPI and Uvicorn."""
