// Package scalar reads the values that JSON, XML and query strings have only
// texts or wider types for.
package scalar

import (
	"encoding/base64"
	"errors"
	"math"
	"strconv"
	"strings"
)

// Int32 takes a number that is whole and has 32 bits. JSON knows one kind of
// number only: 12, 12.0 and 1.2e1 are the same.
func Int32(number float64) (int32, bool) {
	fits := number == math.Trunc(number) && number >= math.MinInt32 && number <= math.MaxInt32
	if !fits {
		return 0, false
	}
	return int32(number), true
}

// ParseInt32 takes the same as a text, with white space around it.
func ParseInt32(text string) (int32, bool) {
	number, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return 0, false
	}
	return Int32(number)
}

// Base64 decodes the whole of a text. White space may stand anywhere in it, and
// the padding may be missing.
func Base64(text []byte) ([]byte, error) {
	decoded := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	length, err := base64.StdEncoding.Decode(decoded, text)
	if err == nil {
		return decoded[:length], nil
	}
	bare := withoutBlanks(text)
	if len(bare)%4 == 0 {
		bare = strings.TrimSuffix(strings.TrimSuffix(bare, "="), "=")
	}
	decoded, err = base64.RawStdEncoding.DecodeString(bare)
	if err != nil {
		return nil, errors.New("expected base64")
	}
	return decoded, nil
}

func withoutBlanks(text []byte) string {
	return strings.Map(func(character rune) rune {
		if IsBlank(character) {
			return -1
		}
		return character
	}, string(text))
}

// IsBlank tells white space of XML, and of base64 in it.
func IsBlank[T rune | byte](character T) bool {
	return character == ' ' || character == '\t' || character == '\n' || character == '\r' || character == '\f'
}
