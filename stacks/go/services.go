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
	"wirebench/stacks/go/internal/soap"
	"wirebench/stacks/go/internal/team"
)

// opening is what a service is made from.
type opening struct {
	control.Order
	answered *atomic.Int64
	contents *control.Contents
}

// service answers a workload in a protocol.
type service struct {
	serve func(net.Listener) error
	// modules are the libraries that it is made of.
	modules []string
	// teams are nil for the other workloads.
	teams *team.Team
}

func open(from opening) (*service, error) {
	opened := &service{}
	if from.Workload == "team" {
		teams, err := team.Open(from.Setup, from.Held)
		if err != nil {
			return nil, err
		}
		opened.teams = teams
		switch from.Setup.Database.Kind {
		case "sqlite":
			opened.modules = append(opened.modules, "modernc.org/sqlite")
		case "postgres":
			opened.modules = append(opened.modules, "github.com/jackc/pgx/v5")
		}
	}
	var err error
	switch from.Protocol {
	case "rest":
		err = opened.openREST(from)
	case "soap":
		err = opened.openSOAP(from)
	case "grpc":
		err = opened.openGRPC(from)
	default:
		err = notOffered(from)
	}
	if err != nil {
		opened.close()
		return nil, err
	}
	return opened, nil
}

func (s *service) close() {
	if s.teams != nil {
		s.teams.Close()
	}
}

func (s *service) openREST(from opening) error {
	config, err := listening.TLSConfig(from.TLS, "http/1.1")
	if err != nil {
		return err
	}
	server := rest.NewServer(from.OpenAPI, from.answered)
	s.serve = secured(server.Serve, config)
	switch from.Workload {
	case "product":
		server.AddProduct()
	case "inventory":
		return server.AddInventory(from.Held, from.contents.Ask)
	case "team":
		server.AddTeam(s.teams)
	default:
		return notOffered(from)
	}
	return nil
}

func (s *service) openSOAP(from opening) error {
	config, err := listening.TLSConfig(from.TLS, "http/1.1")
	if err != nil {
		return err
	}
	server := soap.NewServer(from.Workload, from.WSDL, config != nil, from.answered)
	s.serve = secured(server.Serve, config)
	switch from.Workload {
	case "product":
		server.AddProduct()
	case "team":
		server.AddTeam(s.teams)
	default:
		return notOffered(from)
	}
	return nil
}

func (s *service) openGRPC(from opening) error {
	config, err := listening.TLSConfig(from.TLS, "h2")
	if err != nil {
		return err
	}
	var secured credentials.TransportCredentials
	if config != nil {
		secured = credentials.NewTLS(config)
	}
	server := rpc.NewServer(secured, from.answered)
	s.serve = server.Serve
	s.modules = append(s.modules, "google.golang.org/grpc", "google.golang.org/protobuf")
	switch from.Workload {
	case "product":
		server.AddProduct()
	case "inventory":
		return server.AddInventory(from.Held, from.contents.Ask)
	case "team":
		server.AddTeam(s.teams)
	default:
		return notOffered(from)
	}
	return nil
}

// secured serves over TLS, or in plain text where there is no configuration.
func secured(serve func(net.Listener) error, config *tls.Config) func(net.Listener) error {
	if config == nil {
		return serve
	}
	return func(listener net.Listener) error { return serve(tls.NewListener(listener, config)) }
}

func notOffered(from opening) error {
	return fmt.Errorf("%s is not offered over %s in Go", from.Workload, from.Protocol)
}
