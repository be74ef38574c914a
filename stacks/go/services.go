package main

import (
	"crypto/tls"
	"fmt"
	"net"
	"sync/atomic"

	"google.golang.org/grpc/credentials"

	"wirebench/stacks/go/internal/control"
	"wirebench/stacks/go/internal/listening"
	"wirebench/stacks/go/internal/rest"
	"wirebench/stacks/go/internal/rpc"
)

// service answers a workload in a protocol.
type service struct {
	Serve func(net.Listener) error
	// modules are the libraries it is made of.
	modules []string
}

func open(order control.Order, answered *atomic.Int64) (*service, error) {
	switch order.Protocol {
	case "rest":
		return openREST(order, answered)
	case "grpc":
		return openGRPC(order, answered)
	default:
		return nil, fmt.Errorf("%s is not offered in Go", order.Protocol)
	}
}

func openREST(order control.Order, answered *atomic.Int64) (*service, error) {
	config, err := listening.TLSConfig(order.TLS, "http/1.1")
	if err != nil {
		return nil, err
	}
	server := rest.NewServer(order.OpenAPI, answered)
	switch order.Workload {
	case "product":
		server.AddProduct()
	default:
		return nil, errNotOffered(order)
	}
	return &service{Serve: secured(server.Serve, config)}, nil
}

func openGRPC(order control.Order, answered *atomic.Int64) (*service, error) {
	config, err := listening.TLSConfig(order.TLS, "h2")
	if err != nil {
		return nil, err
	}
	var secured credentials.TransportCredentials
	if config != nil {
		secured = credentials.NewTLS(config)
	}
	server := rpc.NewServer(secured, answered)
	switch order.Workload {
	case "product":
		server.AddProduct()
	default:
		return nil, errNotOffered(order)
	}
	modules := []string{"google.golang.org/grpc", "google.golang.org/protobuf"}
	return &service{Serve: server.Serve, modules: modules}, nil
}

func secured(serve func(net.Listener) error, config *tls.Config) func(net.Listener) error {
	if config == nil {
		return serve
	}
	return func(listener net.Listener) error { return serve(tls.NewListener(listener, config)) }
}

func errNotOffered(order control.Order) error {
	return fmt.Errorf("%s is not offered over %s in Go", order.Workload, order.Protocol)
}
