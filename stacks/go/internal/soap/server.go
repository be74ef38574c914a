// Package soap offers the workloads as SOAP 1.1 over HTTP/1.1, document and
// literal, as their interface files say.
package soap

import (
	"bytes"
	"io"
	"log"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"

	"wirebench/stacks/go/internal/refusal"
)

const (
	// maxBodyBytes is the longest message that is read.
	maxBodyBytes = 128 << 20
	// maxHeaderBytes is about what the headers of a request may have.
	maxHeaderBytes = 16 << 10
	mediaType      = "text/xml; charset=utf-8"
)

// Server answers the operations of one workload.
type Server struct {
	path       string
	namespace  string
	wsdl       string
	scheme     string
	operations map[string]operation
	// uploads take their bodies as they come, by SOAPAction.
	uploads  map[string]upload
	answered *atomic.Int64
}

// NewServer offers a sign of life and the interface file. Everything else that
// is answered is counted in answered.
func NewServer(workload, wsdl string, isTLS bool, answered *atomic.Int64) *Server {
	scheme := "http"
	if isTLS {
		scheme = "https"
	}
	return &Server{
		path:       "/soap/" + workload,
		namespace:  "urn:wirebench:" + workload + ":v1",
		wsdl:       wsdl,
		scheme:     scheme,
		operations: map[string]operation{},
		uploads:    map[string]upload{},
		answered:   answered,
	}
}

// Serve answers until the listener is closed. Idle connections are users
// thinking: nothing closes them.
func (s *Server) Serve(listener net.Listener) error {
	server := http.Server{
		Handler:                      s,
		MaxHeaderBytes:               maxHeaderBytes,
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     log.New(io.Discard, "", 0),
	}
	return server.Serve(listener)
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodPost && r.URL.Path == s.path:
		s.answerMessage(w, r)
	case r.Method == http.MethodGet && r.URL.Path == "/health":
		send(w, http.StatusOK, "application/json", []byte(`{"status":"ok"}`))
	case r.Method == http.MethodGet && r.URL.Path == s.path && isWSDL.MatchString(r.URL.RawQuery):
		send(w, http.StatusOK, mediaType, []byte(s.reachedAt(r)))
	default:
		s.answered.Add(1)
		send(w, http.StatusNotFound, "text/plain; charset=utf-8", []byte("POST SOAP messages to "+s.path+"\n"))
	}
}

func (s *Server) answerMessage(w http.ResponseWriter, r *http.Request) {
	name, answer, err := s.answerTo(r)
	var message []byte
	if err == nil {
		message, err = s.envelope(name, answer)
	}
	status := http.StatusOK
	if err != nil {
		status, message = faultOf(err)
	}
	s.answered.Add(1)
	send(w, status, mediaType, message)
}

// answerTo answers with the name of the operation that was called.
func (s *Server) answerTo(r *http.Request) (name string, answer any, err error) {
	action := strings.Trim(r.Header.Get("SOAPAction"), `"`)
	if upload, found := s.uploads[action]; found {
		answer, err = upload.answer(r.Body)
		return upload.name, answer, err
	}
	body, err := readBody(r)
	if err != nil {
		return "", nil, err
	}
	return s.call(r.Context(), body)
}

var errTooLong = refusal.Invalidf("The request is longer than %d bytes", maxBodyBytes)

func readBody(r *http.Request) ([]byte, error) {
	if r.ContentLength > maxBodyBytes {
		return nil, errTooLong
	}
	var body bytes.Buffer
	if r.ContentLength > 0 {
		// With room for what tells the buffer that it has come to the end.
		body.Grow(int(r.ContentLength) + bytes.MinRead)
	}
	_, err := body.ReadFrom(io.LimitReader(r.Body, maxBodyBytes+1))
	switch {
	case err != nil:
		return nil, refusal.Invalidf("The message cannot be read: %v", err)
	case body.Len() > maxBodyBytes:
		return nil, errTooLong
	}
	return body.Bytes(), nil
}

func send(w http.ResponseWriter, status int, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

var (
	isWSDL   = regexp.MustCompile(`(?i)^wsdl\b`)
	location = regexp.MustCompile(`(<soap:address\s+location=")[^"]*"`)
	// plainAuthority is a host with a port; anything else in a Host header is
	// not repeated.
	plainAuthority = regexp.MustCompile(`^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$`)
)

// reachedAt is the interface file with the address at which its reader reached
// the service.
func (s *Server) reachedAt(r *http.Request) string {
	host := r.Host
	if !plainAuthority.MatchString(host) {
		host = r.Context().Value(http.LocalAddrContextKey).(net.Addr).String()
	}
	return location.ReplaceAllString(s.wsdl, "${1}"+s.scheme+"://"+host+s.path+`"`)
}
