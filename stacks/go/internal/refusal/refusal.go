// Package refusal has the reasons for which a request is refused. Each protocol
// has its own word for them.
package refusal

import (
	"errors"
	"fmt"
)

// Kind says who is to blame.
type Kind int

const (
	// Internal is the service's own fault, as of every error that is no refusal.
	Internal Kind = iota
	// Invalid is a request that is wrong.
	Invalid
	// Pool says that no connection to the database became free in time.
	Pool
)

// Error is a refusal in words for the sender of the request.
type Error struct {
	Kind    Kind
	Message string
}

func (e *Error) Error() string { return e.Message }

// Invalidf refuses a request that is wrong.
func Invalidf(format string, values ...any) error {
	return &Error{Kind: Invalid, Message: fmt.Sprintf(format, values...)}
}

// Poolf refuses a request for which there is no connection to the database.
func Poolf(format string, values ...any) error {
	return &Error{Kind: Pool, Message: fmt.Sprintf(format, values...)}
}

// KindOf tells why an error came about.
func KindOf(err error) Kind {
	var refused *Error
	if errors.As(err, &refused) {
		return refused.Kind
	}
	return Internal
}
