"""Workloads over gRPC, on grpcio."""
