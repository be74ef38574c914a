package wirebench.services.inventory;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import com.fasterxml.jackson.databind.JsonNode;
import io.grpc.stub.StreamObserver;
import wirebench.inventory.v1.Inventory.Empty;
import wirebench.inventory.v1.Inventory.ItemsFull;
import wirebench.inventory.v1.Inventory.ItemsRequest;
import wirebench.inventory.v1.Inventory.ItemsStatus;
import wirebench.inventory.v1.Inventory.ItemsSummary;
import wirebench.inventory.v1.InventoryServiceGrpc.InventoryServiceImplBase;
import wirebench.services.control.Contents;

final class InventoryGrpcService extends InventoryServiceImplBase {
  private static final JsonFormat.Parser JSON = JsonFormat.parser().ignoringUnknownFields();

  private final Held<ItemsStatus> status;
  private final Held<ItemsSummary> summary;
  private final Held<ItemsFull> full;

  InventoryGrpcService(Contents contents) {
    status = held(contents, "items-status", ItemsStatus.getDefaultInstance());
    summary = held(contents, "items-summary", ItemsSummary.getDefaultInstance());
    full = held(contents, "items-full", ItemsFull.getDefaultInstance());
  }

  @Override
  public void heartBeat(Empty request, StreamObserver<Empty> observer) {
    answer(Empty.getDefaultInstance(), observer);
  }

  @Override
  public void itemsStatus(ItemsRequest request, StreamObserver<ItemsStatus> observer) {
    answer(status.get(bytesOf(request)), observer);
  }

  @Override
  public void itemsSummary(ItemsRequest request, StreamObserver<ItemsSummary> observer) {
    answer(summary.get(bytesOf(request)), observer);
  }

  @Override
  public void itemsFull(ItemsRequest request, StreamObserver<ItemsFull> observer) {
    answer(full.get(bytesOf(request)), observer);
  }

  private static Integer bytesOf(ItemsRequest request) {
    return request.hasBytes() ? request.getBytes() : null;
  }

  private static <A> void answer(A message, StreamObserver<A> observer) {
    observer.onNext(message);
    observer.onCompleted();
  }

  @SuppressWarnings("unchecked")
  private static <A extends Message> Held<A> held(
      Contents contents, String operation, A prototype) {
    return new Held<>(
        contents, operation, content -> (A) read(content, prototype.newBuilderForType()));
  }

  private static Message read(JsonNode content, Message.Builder builder) {
    try {
      JSON.merge(content.toString(), builder);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
    return builder.build();
  }
}
