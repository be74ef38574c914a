package soap

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"strings"

	"wirebench/stacks/go/internal/refusal"
)

const envelopeNamespace = "http://schemas.xmlsoap.org/soap/envelope/"

const (
	beginEnvelope = `<?xml version="1.0" encoding="utf-8"?>` +
		`<soap:Envelope xmlns:soap="` + envelopeNamespace + `"><soap:Body>`
	endEnvelope = `</soap:Body></soap:Envelope>`
)

// operation answers a request that decode reads.
type operation func(ctx context.Context, decode func(any) error) (any, error)

// on is an operation whose request is read into elements of type T.
func on[T any](answer func(context.Context, *T) (any, error)) operation {
	return func(ctx context.Context, decode func(any) error) (any, error) {
		request := new(T)
		if err := decode(request); err != nil {
			return nil, err
		}
		return answer(ctx, request)
	}
}

// call finds the operation by the element in the body, which cannot contradict
// itself as a SOAPAction could.
func (s *Server) call(ctx context.Context, message []byte) (name string, answer any, err error) {
	decoder := xml.NewDecoder(bytes.NewReader(message))
	request, err := enterBody(decoder)
	if err != nil {
		return "", nil, err
	}
	name, isRequest := strings.CutSuffix(request.Name.Local, "Request")
	operation, found := s.operations[name]
	if !isRequest || !found || request.Name.Space != s.namespace {
		return "", nil, refusal.Invalidf("%s is not a request of this service", request.Name.Local)
	}
	answer, err = operation(ctx, func(into any) error {
		if err := decoder.DecodeElement(into, &request); err != nil {
			return malformed(err)
		}
		return readToEnd(decoder)
	})
	return name, answer, err
}

// enterBody reads up to the first element in the body of an envelope.
func enterBody(decoder *xml.Decoder) (xml.StartElement, error) {
	envelope, err := nextElement(decoder)
	if err != nil {
		return envelope, err
	}
	if envelope.Name != (xml.Name{Space: envelopeNamespace, Local: "Envelope"}) {
		return envelope, refusal.Invalidf("%s is not a request of this service: expected an envelope of SOAP 1.1", envelope.Name.Local)
	}
	for {
		element, err := nextElement(decoder)
		if err != nil {
			return element, err
		}
		if element.Name == (xml.Name{Space: envelopeNamespace, Local: "Body"}) {
			return nextElement(decoder)
		}
		if err := decoder.Skip(); err != nil {
			return element, malformed(err)
		}
	}
}

// nextElement is the next that begins before another ends.
func nextElement(decoder *xml.Decoder) (element xml.StartElement, err error) {
	for {
		token, err := decoder.Token()
		if err != nil {
			return element, malformed(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			return token, nil
		case xml.EndElement:
			return element, refusal.Invalidf("The message is not a request of this service: %s is empty", token.Name.Local)
		case xml.Directive:
			return element, refusal.Invalidf("The message has a document type, and with it an entity of its own")
		}
	}
}

// readToEnd makes sure that the rest of the message is well-formed and that
// nothing stands behind its last element.
func readToEnd(decoder *xml.Decoder) error {
	// The body and the envelope are open.
	for depth := 2; ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return malformed(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				return errBehind
			}
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && !isBlank(token) {
				return errBehind
			}
		case xml.Directive:
			return errBehind
		}
	}
}

var errBehind = refusal.Invalidf("The message is not a request of this service: it goes on after its end")

// malformed blames the client for what the decoder complains of.
func malformed(err error) error {
	if refusal.KindOf(err) != refusal.Internal {
		return err
	}
	if errors.Is(err, io.EOF) {
		return refusal.Invalidf("The message is not a request of this service: it has no element")
	}
	return refusal.Invalidf("The message is not a request of this service: %v", err)
}

// envelope wraps an answer.
func (s *Server) envelope(name string, answer any) ([]byte, error) {
	var message bytes.Buffer
	message.WriteString(beginEnvelope)
	element := xml.StartElement{Name: xml.Name{Space: s.namespace, Local: name + "Response"}}
	if err := xml.NewEncoder(&message).EncodeElement(answer, element); err != nil {
		return nil, err
	}
	message.WriteString(endEnvelope)
	return message.Bytes(), nil
}

// faultOf states an error as a fault of SOAP 1.1. These travel with status 500,
// whoever is to blame.
func faultOf(err error) (status int, message []byte) {
	code, status := "Server", http.StatusInternalServerError
	switch {
	case errors.Is(err, errTooLong):
		code, status = "Client", http.StatusRequestEntityTooLarge
	case refusal.KindOf(err) == refusal.Invalid:
		code = "Client"
	case refusal.KindOf(err) == refusal.Pool:
		code = "Server.Pool"
	}
	var fault bytes.Buffer
	fault.WriteString(beginEnvelope + "<soap:Fault><faultcode>soap:" + code + "</faultcode><faultstring>")
	// A buffer takes everything.
	_ = xml.EscapeText(&fault, []byte(err.Error()))
	fault.WriteString("</faultstring></soap:Fault>" + endEnvelope)
	return status, fault.Bytes()
}
