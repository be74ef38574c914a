package wirebench.services.grpc;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;

/**
 * Reads bytes that are no message as a message of its own, because only so can the call be answered with
 * INVALID_ARGUMENT: the library takes an exception at this place for a failure of the service.
 */
final class TolerantMarshaller<T> implements Marshaller<T> {
  private final Marshaller<T> marshaller;
  private final T undecodable;

  private TolerantMarshaller(Marshaller<T> marshaller, T undecodable) {
    this.marshaller = marshaller;
    this.undecodable = undecodable;
  }

  @SuppressWarnings("unchecked")
  static <T> TolerantMarshaller<T> of(Marshaller<T> marshaller) {
    Message prototype = (Message) ((PrototypeMarshaller<T>) marshaller).getMessagePrototype();
    return new TolerantMarshaller<>(marshaller, (T) prototype.newBuilderForType().build());
  }

  boolean isUndecodable(T message) {
    return message == undecodable;
  }

  @Override
  public InputStream stream(T message) {
    return marshaller.stream(message);
  }

  @Override
  public T parse(InputStream bytes) {
    try {
      return marshaller.parse(bytes);
    } catch (StatusRuntimeException e) {
      return undecodable;
    }
  }
}
