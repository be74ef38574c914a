package scalar

import (
	"math"
	"testing"
)

func TestInt32(t *testing.T) {
	for number, want := range map[float64]bool{
		0: true, -1: true, 12.5: false, math.MaxInt32: true, math.MaxInt32 + 1: false,
		math.MinInt32: true, math.MinInt32 - 1: false, math.Inf(1): false,
	} {
		if got, ok := Int32(number); ok != want || ok && float64(got) != number {
			t.Errorf("Int32(%v) = %v, %v", number, got, ok)
		}
	}
}

func TestParseInt32(t *testing.T) {
	for text, want := range map[string]bool{
		"12": true, " 12\n": true, "1.2e1": true, "-7": true, "": false, " ": false,
		"12 apples": false, "1.5": false, "NaN": false, "Infinity": false, "2147483648": false,
	} {
		if _, ok := ParseInt32(text); ok != want {
			t.Errorf("ParseInt32(%q) took it: %v", text, ok)
		}
	}
}

func TestBase64(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "YWJj": "abc", "YWI=": "ab", "YWI": "ab", "YQ==": "a", "YQ": "a",
		" Y W\tI\r\n= ": "ab", "YWJjZA==": "abcd",
	} {
		if got, err := Base64([]byte(text)); err != nil || string(got) != want {
			t.Errorf("Base64(%q) = %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"Y", "YWJj*", "YQ=", "YWJj=", "YQ==YQ==", "Y===", "-_-_"} {
		if got, err := Base64([]byte(text)); err == nil {
			t.Errorf("Base64(%q) = %q", text, got)
		}
	}
}
