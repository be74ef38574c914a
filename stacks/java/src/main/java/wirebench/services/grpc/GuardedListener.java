package wirebench.services.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import wirebench.services.Refusal;

/** Answers with a status where a message cannot be read or the service throws. */
final class GuardedListener<Q, A> extends SimpleForwardingServerCallListener<Q> {
  private final ServerCall<Q, A> call;
  private final TolerantMarshaller<Q> marshaller;
  private boolean over;

  GuardedListener(
      ServerCall.Listener<Q> listener, ServerCall<Q, A> call, TolerantMarshaller<Q> marshaller) {
    super(listener);
    this.call = call;
    this.marshaller = marshaller;
  }

  @Override
  public void onMessage(Q message) {
    if (over) return;
    if (marshaller.isUndecodable(message)) {
      close(Status.INVALID_ARGUMENT.withDescription("The message is not a valid request"));
      return;
    }
    try {
      super.onMessage(message);
    } catch (RuntimeException e) {
      close(statusOf(e));
    }
  }

  @Override
  public void onHalfClose() {
    if (over) return;
    try {
      super.onHalfClose();
    } catch (RuntimeException e) {
      close(statusOf(e));
    }
  }

  private void close(Status status) {
    over = true;
    call.close(status, new Metadata());
  }

  private static Status statusOf(RuntimeException error) {
    if (!(error instanceof Refusal refusal)) {
      return Status.INTERNAL.withDescription(error.getMessage()).withCause(error);
    }
    return switch (refusal.kind()) {
      case INVALID -> Status.INVALID_ARGUMENT.withDescription(refusal.getMessage());
      // Wirebench tells this refusal from others by how its text begins.
      case POOL -> Status.RESOURCE_EXHAUSTED.withDescription("pool: " + refusal.getMessage());
    };
  }
}
