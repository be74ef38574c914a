// Package rpc offers the workloads over gRPC, with health and reflection.
package rpc

import (
	"context"
	"net"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"
	"google.golang.org/grpc/status"

	"wirebench/stacks/go/internal/refusal"
)

const (
	maxMessageBytes = 128 << 20
	// windowBytes is what a client may send before it must wait: more than the
	// links of a measurement hold.
	windowBytes = 16 << 20
)

// Server is a gRPC server of one workload.
type Server struct {
	server   *grpc.Server
	health   *health.Server
	answered *atomic.Int64
}

// NewServer offers health and reflection. What the workloads answer is counted
// in answered. A nil TLS means plain text.
func NewServer(tls credentials.TransportCredentials, answered *atomic.Int64) *Server {
	if tls == nil {
		tls = insecure.NewCredentials()
	}
	server := &Server{
		server: grpc.NewServer(
			grpc.Creds(tls),
			grpc.ForceServerCodecV2(newCodec()),
			grpc.MaxRecvMsgSize(maxMessageBytes),
			grpc.MaxSendMsgSize(maxMessageBytes),
			grpc.InitialWindowSize(windowBytes),
			grpc.InitialConnWindowSize(windowBytes),
			// Clients may ask as often as they like whether anybody is there.
			grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{
				MinTime: time.Millisecond, PermitWithoutStream: true,
			}),
		),
		health:   health.NewServer(),
		answered: answered,
	}
	grpc_health_v1.RegisterHealthServer(server.server, server.health)
	return server
}

// Serve answers until the listener is closed.
func (s *Server) Serve(listener net.Listener) error {
	reflection.Register(s.server)
	return s.server.Serve(listener)
}

// add offers a generated service whose answers are counted.
func (s *Server) add(service grpc.ServiceDesc, implementation any) {
	methods := make([]grpc.MethodDesc, len(service.Methods))
	for i, method := range service.Methods {
		methods[i] = grpc.MethodDesc{MethodName: method.MethodName, Handler: s.unary(method.Handler)}
	}
	streams := make([]grpc.StreamDesc, len(service.Streams))
	for i, stream := range service.Streams {
		streams[i] = stream
		streams[i].Handler = s.stream(stream.Handler)
	}
	service.Methods, service.Streams = methods, streams
	s.server.RegisterService(&service, implementation)
	s.health.SetServingStatus(service.ServiceName, grpc_health_v1.HealthCheckResponse_SERVING)
}

// unary counts each answer. It is no interceptor, since those do not see what
// cannot be decoded.
func (s *Server) unary(handle grpc.MethodHandler) grpc.MethodHandler {
	return func(server any, ctx context.Context, decode func(any) error, interceptor grpc.UnaryServerInterceptor) (any, error) {
		strict := func(into any) error { return strictly(decode, into) }
		answer, err := handle(server, ctx, strict, interceptor)
		s.answered.Add(1)
		return answer, statusOf(err)
	}
}

func (s *Server) stream(handle grpc.StreamHandler) grpc.StreamHandler {
	return func(server any, stream grpc.ServerStream) error {
		err := handle(server, strictStream{stream})
		s.answered.Add(1)
		return statusOf(err)
	}
}

func statusOf(err error) error {
	if err == nil {
		return nil
	}
	if _, isStatus := status.FromError(err); isStatus {
		return err
	}
	switch refusal.KindOf(err) {
	case refusal.Invalid:
		return status.Error(codes.InvalidArgument, err.Error())
	case refusal.Pool:
		// By how it begins a client tells this refusal from other failures.
		return status.Error(codes.ResourceExhausted, "pool: "+err.Error())
	default:
		return status.Error(codes.Internal, err.Error())
	}
}
