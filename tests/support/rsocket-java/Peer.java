import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.RSocketErrorException;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketConnector;
import io.rsocket.core.RSocketServer;
import io.rsocket.exceptions.ApplicationErrorException;
import io.rsocket.metadata.CompositeMetadata;
import io.rsocket.metadata.CompositeMetadataCodec;
import io.rsocket.metadata.RoutingMetadata;
import io.rsocket.metadata.TaggingMetadataCodec;
import io.rsocket.metadata.WellKnownMimeType;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.DefaultPayload;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.tcp.TcpClient;

/**
 * RSocket for Java, for tests. `server MTU` prints its port and answers until its input ends: route
 * `echo` with what came, `fail` with an error whose text is what came, `repeat` (a stream) three times
 * with what came. `client PORT MTU` does what the lines of its input say, each `response ROUTE
 * DATA` or `stream ROUTE COUNT DATA` (a count of 0 takes all), and prints `payload DATA`, then
 * `complete` or `error CODE TEXT`. All data is base64. An MTU of 0 leaves messages whole.
 */
public final class Peer {
  public static void main(String[] args) throws Exception {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    if (args[0].equals("server")) {
      serve(Integer.parseInt(args[1]));
      while (input.readLine() != null) {}
    } else {
      var socket = connect(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      for (var line = input.readLine(); line != null; line = input.readLine()) {
        obey(socket, line.split(" ", -1));
      }
    }
    System.exit(0);
  }

  private static void serve(int mtu) {
    CloseableChannel channel = RSocketServer.create(SocketAcceptor.with(new Responder()))
        .fragment(mtu)
        .bindNow(TcpServerTransport.create("127.0.0.1", 0));
    System.out.println("port " + channel.address().getPort());
  }

  private static RSocket connect(int port, int mtu) {
    var client = TcpClient.create().host("127.0.0.1").port(port);
    return RSocketConnector.create()
        .metadataMimeType(WellKnownMimeType.MESSAGE_RSOCKET_COMPOSITE_METADATA.getString())
        .dataMimeType(WellKnownMimeType.APPLICATION_JSON.getString())
        .keepAlive(Duration.ofMillis(200), Duration.ofSeconds(60))
        .fragment(mtu)
        .connect(TcpClientTransport.create(client))
        .block();
  }

  private static void obey(RSocket socket, String[] words) {
    boolean streams = words[0].equals("stream");
    var data = Base64.getDecoder().decode(words[streams ? 3 : 2]);
    var payload = DefaultPayload.create(Unpooled.wrappedBuffer(data), routeMetadata(words[1]));
    Flux<Payload> answers = streams
        ? socket.requestStream(payload)
        : socket.requestResponse(payload).flux();
    long count = streams ? Long.parseLong(words[2]) : 0;
    try {
      (count > 0 ? answers.take(count, true) : answers)
          .doOnNext(each -> System.out.println("payload " + base64(each.getData())))
          .blockLast(Duration.ofSeconds(60));
      System.out.println("complete");
    } catch (RSocketErrorException error) {
      System.out.println("error " + error.errorCode() + " " + error.getMessage());
    }
  }

  private static ByteBuf routeMetadata(String route) {
    var allocator = ByteBufAllocator.DEFAULT;
    CompositeByteBuf metadata = allocator.compositeBuffer();
    var routing = TaggingMetadataCodec.createRoutingMetadata(allocator, List.of(route));
    CompositeMetadataCodec.encodeAndAddMetadata(
        metadata, allocator, WellKnownMimeType.MESSAGE_RSOCKET_ROUTING, routing.getContent());
    return metadata;
  }

  private static String routeOf(Payload payload) {
    for (var entry : new CompositeMetadata(payload.sliceMetadata(), false)) {
      if (WellKnownMimeType.MESSAGE_RSOCKET_ROUTING.getString().equals(entry.getMimeType())) {
        return new RoutingMetadata(entry.getContent()).iterator().next();
      }
    }
    return "";
  }

  private static String base64(java.nio.ByteBuffer bytes) {
    var copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return Base64.getEncoder().encodeToString(copy);
  }

  private static final class Responder implements RSocket {
    @Override
    public Mono<Payload> requestResponse(Payload payload) {
      var route = routeOf(payload);
      if (route.equals("echo")) return Mono.just(DefaultPayload.create(payload.data().copy()));
      return Mono.error(new ApplicationErrorException(
          route.equals("fail") ? payload.getDataUtf8() : "not-found: " + route));
    }

    @Override
    public Flux<Payload> requestStream(Payload payload) {
      var data = payload.data().copy();
      return Flux.range(0, 3).map(index -> DefaultPayload.create(data.copy()));
    }
  }
}
