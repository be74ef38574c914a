package rest

import (
	"cmp"
	"net/http"

	"wirebench/stacks/go/internal/product"
)

type productBody struct {
	ID          *string `json:"id"`
	Name        *string `json:"name"`
	Description *string `json:"description"`
}

// AddProduct offers the product workload.
func (s *Server) AddProduct() {
	s.add(http.MethodPost, "/products/echo", onProduct(product.Echo))
	s.add(http.MethodPost, "/products/modify", onProduct(product.Modify))
}

func onProduct(answer func(product.Product) product.Product) operation {
	return func(r *http.Request) (any, error) {
		request, err := readProduct(r)
		if err != nil {
			return nil, err
		}
		return answer(request), nil
	}
}

func readProduct(r *http.Request) (read product.Product, err error) {
	var body productBody
	if err := readJSON(r, &body); err != nil {
		return read, err
	}
	var errs [3]error
	read.ID, errs[0] = required("id", body.ID)
	read.Name, errs[1] = required("name", body.Name)
	read.Description, errs[2] = required("description", body.Description)
	return read, cmp.Or(errs[:]...)
}
