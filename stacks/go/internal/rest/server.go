// Package rest offers the workloads as JSON over HTTP/1.1.
package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"wirebench/stacks/go/internal/refusal"
)

const (
	// maxBodyBytes is the longest body that is read.
	maxBodyBytes = 128 << 20
	// maxHeaderBytes is about what the headers of a request may have.
	maxHeaderBytes = 16 << 10
)

const mediaType = "application/json; charset=utf-8"

// operation answers a request; a nil answer is an empty body.
type operation func(*http.Request) (any, error)

type route struct {
	method string
	handle http.HandlerFunc
}

// Server answers at the routes of one workload.
type Server struct {
	routes   map[string]route
	answered *atomic.Int64
}

// NewServer offers a sign of life and the description of the routes.
// Everything else that is answered is counted in answered.
func NewServer(openAPI string, answered *atomic.Int64) *Server {
	server := &Server{routes: map[string]route{}, answered: answered}
	server.probe("/health", `{"status":"ok"}`)
	server.probe("/openapi.json", openAPI)
	return server
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
	route, found := s.routes[r.URL.Path]
	switch {
	case !found:
		s.refuse(w, &statusError{http.StatusNotFound, "There is nothing at " + r.URL.Path})
	case route.method != r.Method:
		w.Header().Set("Allow", route.method)
		s.refuse(w, &statusError{http.StatusMethodNotAllowed, "There is nothing at " + r.Method + " " + r.URL.Path})
	default:
		route.handle(w, r)
	}
}

func (s *Server) probe(path, content string) {
	s.routes[path] = route{http.MethodGet, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		_, _ = io.WriteString(w, content)
	}}
}

func (s *Server) add(method, path string, answer operation) {
	s.routes[path] = route{method, func(w http.ResponseWriter, r *http.Request) {
		content, err := answer(r)
		if err != nil {
			s.refuse(w, err)
			return
		}
		s.answered.Add(1)
		if content == nil {
			return
		}
		write(w, http.StatusOK, content)
	}}
}

// refuse tells what was wrong with a request.
func (s *Server) refuse(w http.ResponseWriter, err error) {
	s.answered.Add(1)
	status := statusOf(err)
	if refusal.KindOf(err) == refusal.Pool {
		// By this mark a client tells this refusal from other failures.
		w.Header().Set("X-Wirebench-Refusal", "pool")
	}
	write(w, status, problem{status, statusText(status), err.Error()})
}

func statusText(status int) string {
	if status == http.StatusRequestEntityTooLarge {
		return "Payload Too Large"
	}
	return http.StatusText(status)
}

type problem struct {
	StatusCode int    `json:"statusCode"`
	Error      string `json:"error"`
	Message    string `json:"message"`
}

// statusError is refused by HTTP itself, before the workload sees it.
type statusError struct {
	status  int
	message string
}

func (e *statusError) Error() string { return e.message }

func statusOf(err error) int {
	var byHTTP *statusError
	if errors.As(err, &byHTTP) {
		return byHTTP.status
	}
	switch refusal.KindOf(err) {
	case refusal.Invalid:
		return http.StatusBadRequest
	case refusal.Pool:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// write sends a value as JSON.
func write(w http.ResponseWriter, status int, content any) {
	buffer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buffer)
	buffer.Reset()
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(content); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	// The encoder ends what it writes with a line feed.
	body := buffer.Bytes()[:buffer.Len()-1]
	w.Header().Set("Content-Type", mediaType)
	setLength(w, len(body))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
