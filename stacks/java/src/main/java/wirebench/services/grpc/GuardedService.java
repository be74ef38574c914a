package wirebench.services.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import java.util.List;
import wirebench.services.control.Answers;

/** A service whose calls are counted and whose refusals have the status codes that they should have. */
final class GuardedService {
  private GuardedService() {}

  static ServerServiceDefinition of(ServerServiceDefinition service, Answers answers) {
    List<? extends ServerMethodDefinition<?, ?>> methods =
        service.getMethods().stream().map(method -> guarded(method, answers)).toList();
    ServiceDescriptor own = service.getServiceDescriptor();
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(own.getName()).setSchemaDescriptor(own.getSchemaDescriptor());
    methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder builder = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(builder::addMethod);
    return builder.build();
  }

  private static <Q, A> ServerMethodDefinition<Q, A> guarded(
      ServerMethodDefinition<Q, A> method, Answers answers) {
    MethodDescriptor<Q, A> descriptor = method.getMethodDescriptor();
    TolerantMarshaller<Q> marshaller = TolerantMarshaller.of(descriptor.getRequestMarshaller());
    ServerCallHandler<Q, A> handler = method.getServerCallHandler();
    return ServerMethodDefinition.create(
        descriptor.toBuilder(marshaller, descriptor.getResponseMarshaller()).build(),
        (call, headers) -> {
          ServerCall<Q, A> counted = new CountedCall<>(call, answers);
          return new GuardedListener<>(handler.startCall(counted, headers), counted, marshaller);
        });
  }

  private static final class CountedCall<Q, A> extends SimpleForwardingServerCall<Q, A> {
    private final Answers answers;

    CountedCall(ServerCall<Q, A> call, Answers answers) {
      super(call);
      this.answers = answers;
    }

    @Override
    public void close(Status status, Metadata trailers) {
      answers.count();
      super.close(status, trailers);
    }
  }
}
