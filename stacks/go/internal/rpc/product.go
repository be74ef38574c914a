package rpc

import (
	"context"

	"wirebench/stacks/go/internal/gen/productpb"
	"wirebench/stacks/go/internal/product"
)

type productService struct {
	productpb.UnimplementedProductServiceServer
}

// AddProduct offers the product workload.
func (s *Server) AddProduct() {
	s.add(productpb.ProductService_ServiceDesc, productService{})
}

func (productService) Echo(_ context.Context, request *productpb.Product) (*productpb.Product, error) {
	return toProductpb(product.Echo(fromProductpb(request))), nil
}

func (productService) Modify(_ context.Context, request *productpb.Product) (*productpb.Product, error) {
	return toProductpb(product.Modify(fromProductpb(request))), nil
}

func fromProductpb(message *productpb.Product) product.Product {
	return product.Product{ID: message.Id, Name: message.Name, Description: message.Description}
}

func toProductpb(message product.Product) *productpb.Product {
	return &productpb.Product{Id: message.ID, Name: message.Name, Description: message.Description}
}
