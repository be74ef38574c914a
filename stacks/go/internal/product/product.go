// Package product is the workload of one message with a text of any length.
package product

import "unicode/utf8"

// Product is the one message, for both requests and answers.
type Product struct {
	ID          string `json:"id" xml:"id"`
	Name        string `json:"name" xml:"name"`
	Description string `json:"description" xml:"description"`
}

// Echo answers with the product as it came.
func Echo(product Product) Product { return product }

// Modify answers with the characters of the description in reverse order.
func Modify(product Product) Product {
	product.Description = Reverse(product.Description)
	return product
}

// Reverse reverses the code points of a text.
func Reverse(text string) string {
	reversed := make([]byte, len(text))
	end := len(text)
	for at := 0; at < len(text); {
		size := 1
		if text[at] >= utf8.RuneSelf {
			_, size = utf8.DecodeRuneInString(text[at:])
		}
		end -= size
		copy(reversed[end:], text[at:at+size])
		at += size
	}
	return string(reversed)
}
