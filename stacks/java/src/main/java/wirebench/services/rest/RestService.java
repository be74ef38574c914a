package wirebench.services.rest;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import wirebench.services.RunningService;
import wirebench.services.Workload;
import wirebench.services.control.Answers;
import wirebench.services.control.Order;

/** A workload as JSON over HTTP/1.1: Spring MVC on Tomcat. */
public final class RestService {
  private RestService() {}

  public static RunningService start(Order order, Workload workload, Answers answers) {
    SpringApplication application = new SpringApplication(RestConfiguration.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    application.setRegisterShutdownHook(false);
    application.setDefaultProperties(properties(order));
    application.addInitializers(
        context -> {
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.registerBean(Order.class, () -> order);
          beans.registerBean(Answers.class, () -> answers);
          beans.registerBean("controller", Object.class, workload::controller);
        });
    var context = (ServletWebServerApplicationContext) application.run();
    int port = context.getWebServer().getPort();
    return () -> port;
  }

  private static Map<String, Object> properties(Order order) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.address", order.host());
    properties.put("server.port", order.port());
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
}
