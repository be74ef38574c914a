package soap

import (
	"encoding/xml"

	"wirebench/stacks/go/internal/refusal"
	"wirebench/stacks/go/internal/scalar"
)

// text is the content of an element that has nothing but text.
type text string

func (t *text) UnmarshalXML(decoder *xml.Decoder, start xml.StartElement) error {
	for {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.CharData:
			*t += text(token)
		case xml.StartElement:
			return refusal.Invalidf("%s: expected a text, not the element %s", start.Name.Local, token.Name.Local)
		case xml.EndElement:
			return nil
		}
	}
}

// one takes the text of an element that must be there once.
func one(request, field string, given []text) (string, error) {
	if len(given) != 1 {
		return "", refusal.Invalidf("The message is not a valid %s: %s: expected a text, once", request, field)
	}
	return string(given[0]), nil
}

// whole takes a whole number of 32 bits that must be there once.
func whole(request, field string, given []text) (int32, error) {
	digits, err := one(request, field, given)
	if err != nil {
		return 0, err
	}
	number, ok := scalar.ParseInt32(digits)
	if !ok {
		return 0, refusal.Invalidf("The message is not a valid %s: %s: expected a whole number (int32)", request, field)
	}
	return number, nil
}
