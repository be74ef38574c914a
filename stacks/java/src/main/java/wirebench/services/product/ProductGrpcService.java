package wirebench.services.product;

import io.grpc.stub.StreamObserver;
import wirebench.product.v1.ProductOuterClass.Product;
import wirebench.product.v1.ProductServiceGrpc.ProductServiceImplBase;

final class ProductGrpcService extends ProductServiceImplBase {
  @Override
  public void echo(Product request, StreamObserver<Product> observer) {
    observer.onNext(request);
    observer.onCompleted();
  }

  @Override
  public void modify(Product request, StreamObserver<Product> observer) {
    String description = ProductWorkload.reversed(request.getDescription());
    observer.onNext(request.toBuilder().setDescription(description).build());
    observer.onCompleted();
  }
}
