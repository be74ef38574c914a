package wirebench.services;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import wirebench.product.v1.ProductOuterClass;
import wirebench.product.v1.ProductServiceGrpc;
import wirebench.services.control.Answers;
import wirebench.services.control.Conversation;
import wirebench.services.control.Order;
import wirebench.services.control.Report;
import wirebench.services.product.ProductWorkload;

/**
 * Answers one request over each protocol and ends: run once when the program is built, for the classes that this
 * loads. The virtual machine archives them, and the services start in half the time.
 */
final class Rehearsal {
  private static final String HOST = "127.0.0.1";

  public static void main(String[] args) throws Exception {
    Main.silence();
    Conversation conversation = new Conversation();
    try (Scratch scratch = Scratch.open()) {
      for (String protocol : new String[] {"rest", "soap", "grpc"}) {
        Order order = conversation.order(new ObjectMapper().readTree(orderOf(protocol)));
        var service = Main.start(order, new ProductWorkload(), new Answers(), scratch.folder());
        ask(protocol, service.port());
        conversation.say(new Report.Started(protocol, service.port(), "", Map.of()));
      }
    }
    // Tomcat's threads would keep it.
    System.exit(0);
  }

  private static String orderOf(String protocol) {
    return """
        {"workload": "product", "protocol": "%s", "host": "%s", "port": 0,
         "setup": {"data": {}, "database": {"kind": "none"}}, "openapi": "{}", "wsdl": ""}
        """
        .formatted(protocol, HOST);
  }

  private static void ask(String protocol, int port) throws IOException {
    switch (protocol) {
      case "rest" ->
          post(
              port,
              "/products/echo",
              "application/json",
              """
              {"id": "1", "name": "", "description": ""}
              """);
      case "soap" ->
          post(
              port,
              "/soap/product",
              "text/xml; charset=utf-8",
              """
              <e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>
                <EchoRequest xmlns="urn:wirebench:product:v1">
                  <id>1</id><name/><description/>
                </EchoRequest>
              </e:Body></e:Envelope>
              """);
      default -> call(port);
    }
  }

  private static void post(int port, String path, String type, String message) throws IOException {
    var request = (HttpURLConnection) new URL("http", HOST, port, path).openConnection();
    request.setDoOutput(true);
    request.setRequestProperty("Content-Type", type);
    try (OutputStream body = request.getOutputStream()) {
      body.write(message.getBytes(StandardCharsets.UTF_8));
    }
    // Throws where the answer is no good one.
    request.getInputStream().readAllBytes();
  }

  private static void call(int port) {
    ManagedChannel channel = NettyChannelBuilder.forAddress(HOST, port).usePlaintext().build();
    ProductServiceGrpc.newBlockingStub(channel)
        .echo(ProductOuterClass.Product.newBuilder().setId("1").build());
    channel.shutdownNow();
  }

  private Rehearsal() {}
}
