package soap

import (
	"cmp"
	"context"

	"wirebench/stacks/go/internal/product"
)

type productElement struct {
	ID          []text `xml:"id"`
	Name        []text `xml:"name"`
	Description []text `xml:"description"`
}

// AddProduct offers the product workload.
func (s *Server) AddProduct() {
	s.operations["Echo"] = onProduct(product.Echo)
	s.operations["Modify"] = onProduct(product.Modify)
}

func onProduct(answer func(product.Product) product.Product) operation {
	return on(func(_ context.Context, element *productElement) (any, error) {
		request, err := element.product()
		if err != nil {
			return nil, err
		}
		return answer(request), nil
	})
}

func (e *productElement) product() (read product.Product, err error) {
	var errs [3]error
	read.ID, errs[0] = one("Product", "id", e.ID)
	read.Name, errs[1] = one("Product", "name", e.Name)
	read.Description, errs[2] = one("Product", "description", e.Description)
	return read, cmp.Or(errs[:]...)
}
