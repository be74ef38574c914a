package wirebench.services.product;

import io.grpc.BindableService;
import wirebench.services.Workload;

/** One message with a text of any length, sent back as it came or reversed. */
public final class ProductWorkload implements Workload {
  @Override
  public Object controller() {
    return new ProductController();
  }

  @Override
  public Object soapEndpoint() {
    return new ProductEndpoint();
  }

  @Override
  public BindableService grpcService() {
    return new ProductGrpcService();
  }

  /** The characters (code points) of a text in reverse order; surrogate pairs stay whole. */
  static String reversed(String text) {
    return new StringBuilder(text).reverse().toString();
  }
}
