package control

import (
	"encoding/json"
	"sync"
)

// Contents asks for answers of sizes that are not held from the start.
type Contents struct {
	out     *Writer
	mutex   sync.Mutex
	last    int64
	waiting map[int64]chan json.RawMessage
}

// NewContents asks by messages to out.
func NewContents(out *Writer) *Contents {
	return &Contents{out: out, waiting: map[int64]chan json.RawMessage{}}
}

// Ask waits for an operation's answer of so many bytes of JSON.
func (c *Contents) Ask(operation string, bytes int) (json.RawMessage, error) {
	answer := make(chan json.RawMessage, 1)
	c.mutex.Lock()
	c.last++
	id := c.last
	c.waiting[id] = answer
	c.mutex.Unlock()
	if err := c.out.Write(WantedContent{Type: TypeContent, ID: id, Operation: operation, Bytes: bytes}); err != nil {
		return nil, err
	}
	return <-answer, nil
}

// Take hands an answer to whoever asked for it.
func (c *Contents) Take(id int64, content json.RawMessage) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if answer, found := c.waiting[id]; found {
		delete(c.waiting, id)
		answer <- content
	}
}
