package rpc

import (
	"context"
	"encoding/json"
	"errors"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"wirebench/stacks/go/internal/gen/inventorypb"
	"wirebench/stacks/go/internal/inventory"
)

type inventoryService struct {
	inventorypb.UnimplementedInventoryServiceServer
	status  *inventory.Answers[inventorypb.ItemsStatus]
	summary *inventory.Answers[inventorypb.ItemsSummary]
	full    *inventory.Answers[inventorypb.ItemsFull]
}

// AddInventory offers the inventory workload.
func (s *Server) AddInventory(held map[string]json.RawMessage, source inventory.Source) error {
	var service inventoryService
	var errs [3]error
	service.status, errs[0] = inventory.NewAnswers[inventorypb.ItemsStatus]("items-status", held, source, decodeJSON)
	service.summary, errs[1] = inventory.NewAnswers[inventorypb.ItemsSummary]("items-summary", held, source, decodeJSON)
	service.full, errs[2] = inventory.NewAnswers[inventorypb.ItemsFull]("items-full", held, source, decodeJSON)
	s.add(inventorypb.InventoryService_ServiceDesc, service)
	return errors.Join(errs[:]...)
}

func decodeJSON(content []byte, into any) error {
	return protojson.Unmarshal(content, into.(proto.Message))
}

func (inventoryService) HeartBeat(context.Context, *inventorypb.Empty) (*inventorypb.Empty, error) {
	return &inventorypb.Empty{}, nil
}

func (s inventoryService) ItemsStatus(_ context.Context, request *inventorypb.ItemsRequest) (*inventorypb.ItemsStatus, error) {
	return s.status.Of(request.Bytes)
}

func (s inventoryService) ItemsSummary(_ context.Context, request *inventorypb.ItemsRequest) (*inventorypb.ItemsSummary, error) {
	return s.summary.Of(request.Bytes)
}

func (s inventoryService) ItemsFull(_ context.Context, request *inventorypb.ItemsRequest) (*inventorypb.ItemsFull, error) {
	return s.full.Of(request.Bytes)
}
