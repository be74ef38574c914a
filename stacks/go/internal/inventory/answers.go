package inventory

import (
	"encoding/json"
	"fmt"
	"sync"

	"wirebench/stacks/go/internal/refusal"
)

const (
	// minBytes and maxBytes are the bounds of an answer's JSON.
	minBytes = 500
	maxBytes = 20_000_000
	// keptAnswers of other sizes than the usual one; a run asks for few.
	keptAnswers = 8
)

// Source asks for an operation's answer of so many bytes of JSON.
type Source func(operation string, bytes int) (json.RawMessage, error)

// Decode makes an answer of a protocol from its JSON.
type Decode func(content []byte, into any) error

// Answers are those of one operation, in the types of one protocol.
type Answers[T any] struct {
	operation string
	source    Source
	decode    Decode
	usual     *T

	making sync.Mutex
	mutex  sync.RWMutex
	kept   []sized[T]
}

type sized[T any] struct {
	bytes  int32
	answer *T
}

// NewAnswers holds the usual answer of an operation.
func NewAnswers[T any](operation string, held map[string]json.RawMessage, source Source, decode Decode) (*Answers[T], error) {
	answers := &Answers[T]{operation: operation, source: source, decode: decode}
	usual, err := answers.decoded(held[operation])
	if err != nil {
		return nil, fmt.Errorf("the answer of %s cannot be read: %w", operation, err)
	}
	answers.usual = usual
	return answers, nil
}

// Of is the usual answer, or one of another size where one is asked for.
func (a *Answers[T]) Of(bytes *int32) (*T, error) {
	switch {
	case bytes == nil:
		return a.usual, nil
	case *bytes < minBytes || *bytes > maxBytes:
		return nil, refusal.Invalidf("An answer has from %d to %d bytes of JSON", minBytes, maxBytes)
	}
	if known := a.known(*bytes); known != nil {
		return known, nil
	}
	return a.make(*bytes)
}

func (a *Answers[T]) known(bytes int32) *T {
	a.mutex.RLock()
	defer a.mutex.RUnlock()
	for _, kept := range a.kept {
		if kept.bytes == bytes {
			return kept.answer
		}
	}
	return nil
}

func (a *Answers[T]) make(bytes int32) (*T, error) {
	a.making.Lock()
	defer a.making.Unlock()
	if known := a.known(bytes); known != nil {
		return known, nil
	}
	content, err := a.source(a.operation, int(bytes))
	if err != nil {
		return nil, err
	}
	answer, err := a.decoded(content)
	if err != nil {
		return nil, err
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if len(a.kept) == keptAnswers {
		a.kept = a.kept[1:]
	}
	a.kept = append(a.kept, sized[T]{bytes, answer})
	return answer, nil
}

func (a *Answers[T]) decoded(content json.RawMessage) (*T, error) {
	answer := new(T)
	return answer, a.decode(content, answer)
}
