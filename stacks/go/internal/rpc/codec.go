package rpc

import (
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
)

// received is a message with what was wrong with its bytes. The library answers
// what its codec cannot decode with INTERNAL before any handler could say
// whose fault that is, so the codec keeps it to itself.
type received struct {
	message any
	err     error
}

type codec struct{ encoding.CodecV2 }

func newCodec() codec { return codec{encoding.GetCodecV2(proto.Name)} }

func (c codec) Unmarshal(data mem.BufferSlice, into any) error {
	if received, ok := into.(*received); ok {
		received.err = c.CodecV2.Unmarshal(data, received.message)
		return nil
	}
	return c.CodecV2.Unmarshal(data, into)
}

// strictly receives a message, and blames the client for bytes that are none.
func strictly(receive func(any) error, into any) error {
	received := received{message: into}
	if err := receive(&received); err != nil {
		return err
	}
	if received.err != nil {
		return status.Errorf(codes.InvalidArgument, "The message cannot be decoded: %v", received.err)
	}
	return nil
}

type strictStream struct{ grpc.ServerStream }

func (s strictStream) RecvMsg(into any) error { return strictly(s.ServerStream.RecvMsg, into) }
