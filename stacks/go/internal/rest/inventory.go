package rest

import (
	"encoding/json"
	"net/http"
	"net/url"

	"wirebench/stacks/go/internal/inventory"
	"wirebench/stacks/go/internal/refusal"
	"wirebench/stacks/go/internal/scalar"
)

// AddInventory offers the inventory workload.
func (s *Server) AddInventory(held map[string]json.RawMessage, source inventory.Source) error {
	s.add(http.MethodGet, "/inventory/heartbeat", func(*http.Request) (any, error) { return nil, nil })
	if err := addItems[inventory.Status](s, "/inventory/status", "items-status", held, source); err != nil {
		return err
	}
	if err := addItems[inventory.Summaries](s, "/inventory/items/summary", "items-summary", held, source); err != nil {
		return err
	}
	return addItems[inventory.Items](s, "/inventory/items", "items-full", held, source)
}

func addItems[T any](s *Server, path, name string, held map[string]json.RawMessage, source inventory.Source) error {
	answers, err := inventory.NewAnswers[T](name, held, source, json.Unmarshal)
	if err != nil {
		return err
	}
	s.add(http.MethodGet, path, func(r *http.Request) (any, error) {
		bytes, err := wantedBytes(r)
		if err != nil {
			return nil, err
		}
		return answers.Of(bytes)
	})
	return nil
}

// wantedBytes is the size that a request asks for; nil where it asks for none.
func wantedBytes(r *http.Request) (*int32, error) {
	if r.URL.RawQuery == "" {
		return nil, nil
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, refusal.Invalidf("The query cannot be read: %v", err)
	}
	values := query["bytes"]
	if len(values) == 0 {
		return nil, nil
	}
	bytes, ok := scalar.ParseInt32(values[0])
	if !ok || len(values) > 1 {
		return nil, refusal.Invalidf("bytes must be a whole number")
	}
	return &bytes, nil
}
