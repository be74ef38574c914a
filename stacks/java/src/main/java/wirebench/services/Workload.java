package wirebench.services;

import io.grpc.BindableService;

/** What a service offers, in the form that each protocol's framework wants. */
public interface Workload extends AutoCloseable {
  /** Answers over REST: a bean with `@RestController`. */
  Object controller();

  /** Answers over SOAP: a bean with `@Endpoint`. */
  Object soapEndpoint();

  BindableService grpcService();

  /** Lets go of what it holds: files, connections. */
  @Override
  default void close() {}
}
