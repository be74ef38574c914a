package wirebench.services.grpc;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import wirebench.services.Limits;
import wirebench.services.RunningService;
import wirebench.services.Workload;
import wirebench.services.control.Answers;
import wirebench.services.control.Order;

/** A workload over gRPC, with health and reflection, on grpc-java's own default pool of threads. */
public final class GrpcService {
  /** Of a connection and of each stream; the default of 1 MiB holds back large messages. */
  private static final int WINDOW_BYTES = 8 * 1024 * 1024;

  private GrpcService() {}

  public static RunningService start(Order order, Workload workload, Answers answers)
      throws IOException {
    ServerServiceDefinition service =
        GuardedService.of(workload.grpcService().bindService(), answers);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(order.host(), order.port()))
            .withOption(ChannelOption.SO_BACKLOG, Limits.BACKLOG)
            .maxInboundMessageSize(Limits.MESSAGE_BYTES)
            .initialFlowControlWindow(WINDOW_BYTES)
            // Clients may ask for signs of life as often as they like, also between calls.
            .permitKeepAliveTime(1, TimeUnit.MILLISECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(service)
            .addService(healthOf(service.getServiceDescriptor().getName()))
            .addService(ProtoReflectionServiceV1.newInstance());
    if (order.tls() != null) builder.sslContext(sslContext(order.tls()));
    Server server = builder.build().start();
    return server::getPort;
  }

  private static BindableService healthOf(String service) {
    HealthStatusManager health = new HealthStatusManager();
    health.setStatus(service, ServingStatus.SERVING);
    return health.getHealthService();
  }

  private static SslContext sslContext(Order.Tls tls) throws SSLException {
    SslContextBuilder builder =
        GrpcSslContexts.forServer(stream(tls.cert()), stream(tls.key()))
            .protocols(tls.versions());
    if (tls.clientCa() != null) {
      builder.trustManager(stream(tls.clientCa())).clientAuth(ClientAuth.REQUIRE);
    }
    return builder.build();
  }

  private static InputStream stream(String pem) {
    return new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
  }
}
