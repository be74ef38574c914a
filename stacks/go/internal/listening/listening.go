// Package listening opens the service's socket.
package listening

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strconv"

	"wirebench/stacks/go/internal/control"
)

// Listen opens a TCP socket whose backlog is as long as the system allows.
// Nothing is sent on idle connections, and there is no Multipath TCP, which Go
// would use by itself and no other stack does.
func Listen(host string, port int) (net.Listener, error) {
	config := net.ListenConfig{KeepAlive: -1}
	config.SetMultipathTCP(false)
	return config.Listen(context.Background(), "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
}

// TLSConfig makes what crypto/tls needs; nil for plain text.
// protocol is what is offered by ALPN.
func TLSConfig(order *control.TLS, protocol string) (*tls.Config, error) {
	if order == nil {
		return nil, nil
	}
	certificate, err := tls.X509KeyPair([]byte(order.Cert), []byte(order.Key))
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be used: %w", err)
	}
	config := &tls.Config{
		Certificates: []tls.Certificate{certificate},
		NextProtos:   []string{protocol},
	}
	if config.MinVersion, err = version(order.MinVersion); err != nil {
		return nil, err
	}
	if config.MaxVersion, err = version(order.MaxVersion); err != nil {
		return nil, err
	}
	if order.ClientCA != nil {
		config.ClientCAs = x509.NewCertPool()
		if !config.ClientCAs.AppendCertsFromPEM([]byte(*order.ClientCA)) {
			return nil, errors.New("the authority of client certificates cannot be used")
		}
		config.ClientAuth = tls.RequireAndVerifyClientCert
	}
	return config, nil
}

func version(name string) (uint16, error) {
	switch name {
	case "TLSv1.2":
		return tls.VersionTLS12, nil
	case "TLSv1.3":
		return tls.VersionTLS13, nil
	default:
		return 0, fmt.Errorf("no version of TLS: %q", name)
	}
}
