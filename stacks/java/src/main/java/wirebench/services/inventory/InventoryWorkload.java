package wirebench.services.inventory;

import io.grpc.BindableService;
import wirebench.services.Workload;
import wirebench.services.control.Contents;

/** What a company has in stock. Everything that it says is there from the start, or asked for once. */
public final class InventoryWorkload implements Workload {
  private final Contents contents;

  public InventoryWorkload(Contents contents) {
    this.contents = contents;
  }

  @Override
  public Object controller() {
    return new InventoryController(contents);
  }

  @Override
  public Object soapEndpoint() {
    throw new UnsupportedOperationException("The inventory has no SOAP service in Java");
  }

  @Override
  public BindableService grpcService() {
    return new InventoryGrpcService(contents);
  }
}
