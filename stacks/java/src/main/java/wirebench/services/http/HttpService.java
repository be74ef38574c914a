package wirebench.services.http;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import wirebench.services.RunningService;
import wirebench.services.control.Answers;
import wirebench.services.control.Order;

/** Starts Tomcat by Spring Boot; what it answers is in the configuration of a protocol. */
public final class HttpService {
  /**
   * Threads where requests wait for a connection to the database. With Tomcat's usual 200, users beyond
   * those would wait for a thread instead, and none of them would be told that the pool is exhausted.
   * Requests that wait for nothing but the processor gain nothing by more threads.
   */
  private static final int WAITING_THREADS = 2000;

  private HttpService() {}

  /**
   * @param scratch folder for Tomcat, which would make its own in the one for temporary files
   * @param configuration class of the protocol's beans, which get the order and the answers
   * @param endpoint the workload's own bean
   */
  public static RunningService start(
      Order order, Answers answers, Path scratch, Class<?> configuration, Object endpoint) {
    SpringApplication application = new SpringApplication(configuration);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    application.setRegisterShutdownHook(false);
    application.setDefaultProperties(properties(order, scratch));
    application.addInitializers(
        context -> {
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.registerBean(Order.class, () -> order);
          beans.registerBean(Answers.class, () -> answers);
          beans.registerBean(DocumentRoot.class, () -> new DocumentRoot(scratch));
          registerEndpoint(beans, endpoint);
        });
    var context = (ServletWebServerApplicationContext) application.run();
    int port = context.getWebServer().getPort();
    return () -> port;
  }

  /** By its own class, whose annotations say what it answers. */
  @SuppressWarnings("unchecked")
  private static <T> void registerEndpoint(GenericApplicationContext beans, T endpoint) {
    beans.registerBean("endpoint", (Class<T>) endpoint.getClass(), () -> endpoint);
  }

  private static Map<String, Object> properties(Order order, Path scratch) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.tomcat.basedir", scratch.toString());
    properties.put("server.address", order.host());
    properties.put("server.port", order.port());
    if (!order.setup().database().kind().equals("none")) {
      properties.put("server.tomcat.threads.max", WAITING_THREADS);
    }
    if (order.tls() != null) properties.putAll(tlsProperties(order.tls()));
    return properties;
  }

  private static Map<String, Object> tlsProperties(Order.Tls tls) {
    Map<String, Object> properties = new HashMap<>();
    String bundle = "spring.ssl.bundle.pem.server.";
    properties.put("server.ssl.bundle", "server");
    properties.put(bundle + "keystore.certificate", tls.cert());
    properties.put(bundle + "keystore.private-key", tls.key());
    properties.put(bundle + "options.enabled-protocols", tls.versions());
    if (tls.clientCa() != null) {
      properties.put(bundle + "truststore.certificate", tls.clientCa());
      properties.put("server.ssl.client-auth", "need");
    }
    return properties;
  }

  /** An empty folder, since no file is served. */
  private record DocumentRoot(Path folder)
      implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    @Override
    public void customize(TomcatServletWebServerFactory factory) {
      factory.setDocumentRoot(folder.toFile());
    }
  }
}
