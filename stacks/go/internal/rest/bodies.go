package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"

	"wirebench/stacks/go/internal/refusal"
	"wirebench/stacks/go/internal/scalar"
)

func setLength(w http.ResponseWriter, length int) {
	w.Header().Set("Content-Length", strconv.Itoa(length))
}

// checkMediaType refuses bodies of any other media type than the wanted one.
func checkMediaType(r *http.Request, wanted string) error {
	given, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if given != wanted || err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return &statusError{http.StatusUnsupportedMediaType, "Unsupported Media Type: expected " + wanted}
	}
	return nil
}

func hasNoBody(r *http.Request) bool {
	return r.ContentLength == 0 && r.Header.Get("Content-Type") == ""
}

// readJSON reads a body into a struct of pointers, which are nil for what is
// missing. Fields that it does not have are ignored.
func readJSON(r *http.Request, into any) error {
	if hasNoBody(r) {
		return refusal.Invalidf("There is no body")
	}
	if err := checkMediaType(r, "application/json"); err != nil {
		return err
	}
	body, err := readBody(r)
	if err != nil {
		return err
	}
	if len(body) == 0 {
		return refusal.Invalidf("The body is empty where JSON is expected")
	}
	err = json.Unmarshal(body, into)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field == "":
		return refusal.Invalidf("The body must be an object, not %s", wrong.Value)
	case errors.As(err, &wrong):
		return refusal.Invalidf("%s must be %s, not %s", wrong.Field, wrong.Type, wrong.Value)
	default:
		return refusal.Invalidf("The body is not valid JSON: %v", err)
	}
}

func readBody(r *http.Request) ([]byte, error) {
	if r.ContentLength > maxBodyBytes {
		return nil, errTooLong
	}
	var body bytes.Buffer
	if r.ContentLength > 0 {
		// With room for what tells the buffer that it has come to the end.
		body.Grow(int(r.ContentLength) + bytes.MinRead)
	}
	_, err := body.ReadFrom(io.LimitReader(r.Body, maxBodyBytes+1))
	switch {
	case err != nil:
		return nil, refusal.Invalidf("The body cannot be read: %v", err)
	case body.Len() > maxBodyBytes:
		return nil, errTooLong
	}
	return body.Bytes(), nil
}

var errTooLong = &statusError{http.StatusRequestEntityTooLarge, "The body is longer than 134217728 bytes"}

// required takes a value that must be there.
func required[T any](field string, value *T) (T, error) {
	if value == nil {
		var none T
		return none, refusal.Invalidf("%s is missing", field)
	}
	return *value, nil
}

// whole takes a number that must be there, be whole and have 32 bits.
func whole(field string, value *float64) (int32, error) {
	number, err := required(field, value)
	if err != nil {
		return 0, err
	}
	fitting, ok := scalar.Int32(number)
	if !ok {
		return 0, refusal.Invalidf("%s must be a whole number of 32 bits", field)
	}
	return fitting, nil
}
