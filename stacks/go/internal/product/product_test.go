package product

import (
	"testing"
	"unicode/utf8"
)

func TestReverse(t *testing.T) {
	for text, want := range map[string]string{
		"":        "",
		"a":       "a",
		"abc":     "cba",
		"abc😀":    "😀cba",
		"e\u0301": "\u0301e",
		"𝄞å漢x":    "x漢å𝄞",
	} {
		if got := Reverse(text); got != want {
			t.Errorf("Reverse(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzReverse(f *testing.F) {
	f.Add("abc😀")
	f.Add("\xff\xc3")
	f.Fuzz(func(t *testing.T, text string) {
		reversed := Reverse(text)
		if len(reversed) != len(text) {
			t.Fatalf("%q has another length than %q", reversed, text)
		}
		if utf8.ValidString(text) && Reverse(reversed) != text {
			t.Fatalf("%q reversed twice is %q", text, Reverse(reversed))
		}
	})
}

func BenchmarkModify(b *testing.B) {
	text := string(make([]byte, 361))
	for b.Loop() {
		Modify(Product{ID: "0", Name: "Coffee", Description: text})
	}
}
