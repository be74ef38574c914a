package control

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Reader reads messages, one a line, however long.
type Reader struct {
	lines *bufio.Reader
}

// NewReader reads from standard input, say.
func NewReader(from io.Reader) *Reader {
	return &Reader{lines: bufio.NewReaderSize(from, 64<<10)}
}

// Read waits for the next message. It returns io.EOF when there is none left;
// a last line without its end was cut off and is no message.
func (r *Reader) Read() (Message, error) {
	for {
		line, err := r.lines.ReadBytes('\n')
		if err != nil {
			return Message{}, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return parse(line)
		}
	}
}

func parse(line []byte) (Message, error) {
	var message Message
	if err := json.Unmarshal(line, &message); err != nil {
		return Message{}, fmt.Errorf("a line is no message: %w", err)
	}
	if message.Type == "" {
		return Message{}, errors.New("a line is no message: it has no type")
	}
	return message, nil
}

// Writer writes messages, each in a line of its own, also from several
// goroutines.
type Writer struct {
	mutex sync.Mutex
	to    io.Writer
}

// NewWriter writes to standard output, say.
func NewWriter(to io.Writer) *Writer {
	return &Writer{to: to}
}

// Write sends a message at once.
func (w *Writer) Write(message any) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	_, err = w.to.Write(append(line, '\n'))
	return err
}
