package soap

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"

	"wirebench/stacks/go/internal/refusal"
	"wirebench/stacks/go/internal/scalar"
	"wirebench/stacks/go/internal/team"
)

// upload reads the file in a message as its bytes come, and holds none of it.
type upload struct {
	name      string
	namespace string
	// field is the one element in the request; it has the file in base64.
	field string
}

func (u upload) answer(body io.Reader) (any, error) {
	source := &source{bytes: bufio.NewReaderSize(body, 64<<10)}
	// A decoder of what is read byte by byte reads no more than it has to.
	decoder := xml.NewDecoder(source)
	path := []xml.Name{
		{Space: envelopeNamespace, Local: "Envelope"},
		{Space: envelopeNamespace, Local: "Body"},
		{Space: u.namespace, Local: u.name + "Request"},
		{Space: u.namespace, Local: u.field},
	}
	for _, name := range path {
		if err := u.enter(decoder, name); err != nil {
			return nil, err
		}
	}
	file := team.NewFile()
	if !source.closedElement() {
		if _, err := io.Copy(file, base64.NewDecoder(base64.StdEncoding, &content{source.bytes})); err != nil {
			return nil, refusal.Invalidf("The content cannot be read as base64: %v", err)
		}
	}
	if err := u.leave(decoder, len(path)); err != nil {
		return nil, err
	}
	return file.Receipt(), nil
}

// enter expects an element to begin.
func (u upload) enter(decoder *xml.Decoder, name xml.Name) error {
	for {
		token, err := decoder.Token()
		if err != nil {
			return malformed(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name == name {
				return nil
			}
			return refusal.Invalidf("Expected %s of %s where %s is", name.Local, name.Space, token.Name.Local)
		case xml.ProcInst:
		case xml.CharData:
			if !isBlank(token) {
				return errBesides
			}
		default:
			return refusal.Invalidf("Expected %s of %s", name.Local, name.Space)
		}
	}
}

var errBesides = refusal.Invalidf("There is something in the message besides the file")

// leave expects nothing but the ends of the elements that began.
func (u upload) leave(decoder *xml.Decoder, depth int) error {
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) && depth == 0 {
			return nil
		}
		if err != nil {
			return malformed(err)
		}
		switch token := token.(type) {
		case xml.EndElement:
			depth--
		case xml.CharData:
			if !isBlank(token) {
				return errBesides
			}
		default:
			return errBesides
		}
	}
}

func isBlank(text []byte) bool {
	return len(bytes.TrimFunc(text, scalar.IsBlank[rune])) == 0
}

// source remembers what was read before the last byte.
type source struct {
	bytes      *bufio.Reader
	last, past byte
}

func (s *source) ReadByte() (byte, error) {
	next, err := s.bytes.ReadByte()
	if err == nil {
		s.past, s.last = s.last, next
	}
	return next, err
}

func (s *source) Read(into []byte) (int, error) { return s.bytes.Read(into) }

// closedElement tells whether the tag that was read last ends what it begins.
func (s *source) closedElement() bool { return s.past == '/' && s.last == '>' }

// content is the text up to the next tag, without white space.
type content struct{ bytes *bufio.Reader }

func (c *content) Read(into []byte) (int, error) {
	for {
		// What is there already, so that the sender waits where the reader does.
		if _, err := c.bytes.Peek(1); err != nil {
			return 0, refusal.Invalidf("the message ends within it")
		}
		held, _ := c.bytes.Peek(min(c.bytes.Buffered(), len(into)))
		end := bytes.IndexByte(held, '<')
		if end == 0 {
			return 0, io.EOF
		}
		if end > 0 {
			held = held[:end]
		}
		read := 0
		for _, character := range held {
			if !scalar.IsBlank(character) {
				into[read] = character
				read++
			}
		}
		if _, err := c.bytes.Discard(len(held)); err != nil || read > 0 {
			return read, err
		}
	}
}
