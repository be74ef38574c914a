package wirebench.services.soap;

import jakarta.xml.bind.Marshaller;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.autoconfigure.web.embedded.EmbeddedWebServerFactoryCustomizerAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.ServletWebServerFactoryAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.oxm.jaxb.Jaxb2Marshaller;
import org.springframework.ws.config.annotation.WsConfigurationSupport;
import org.springframework.ws.server.endpoint.adapter.MessageEndpointAdapter;
import org.springframework.ws.server.endpoint.adapter.method.MarshallingPayloadMethodProcessor;
import org.springframework.ws.server.endpoint.adapter.method.MethodArgumentResolver;
import org.springframework.ws.server.endpoint.adapter.method.MethodReturnValueHandler;
import org.springframework.ws.soap.saaj.SaajSoapMessageFactory;
import org.springframework.ws.soap.server.endpoint.mapping.SoapActionAnnotationMethodEndpointMapping;
import org.springframework.ws.transport.http.MessageDispatcherServlet;
import wirebench.services.control.Answers;
import wirebench.services.control.Order;
import wirebench.services.http.CountingFilter;

/** A workload as SOAP 1.1 over HTTP/1.1: Spring Web Services, with messages bound by JAXB. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  EmbeddedWebServerFactoryCustomizerAutoConfiguration.class,
  ServletWebServerFactoryAutoConfiguration.class,
  SslAutoConfiguration.class
})
public class SoapConfiguration extends WsConfigurationSupport {
  private final Jaxb2Marshaller marshaller;

  SoapConfiguration(Order order) throws Exception {
    marshaller = marshallerOf("wirebench." + order.workload() + ".v1");
  }

  private static Jaxb2Marshaller marshallerOf(String messages) throws Exception {
    Jaxb2Marshaller marshaller = new Jaxb2Marshaller();
    marshaller.setContextPath(messages);
    marshaller.setMarshallerProperties(Map.of(Marshaller.JAXB_FRAGMENT, true));
    // Elements that there are not are ignored, values that cannot be read are not.
    marshaller.setValidationEventHandler(event -> event.getLinkedException() == null);
    marshaller.afterPropertiesSet();
    return marshaller;
  }

  @Bean
  ServletRegistrationBean<MessageDispatcherServlet> dispatcher(
      ApplicationContext context) {
    MessageDispatcherServlet servlet = new MessageDispatcherServlet();
    servlet.setApplicationContext(context);
    var registration = new ServletRegistrationBean<>(servlet, "/*");
    // Ready when it says so: the first request pays for nothing.
    registration.setLoadOnStartup(1);
    return registration;
  }

  @Bean(MessageDispatcherServlet.DEFAULT_MESSAGE_FACTORY_BEAN_NAME)
  SaajSoapMessageFactory messageFactory() {
    return new SaajSoapMessageFactory();
  }

  @Bean(MessageDispatcherServlet.DEFAULT_MESSAGE_RECEIVER_HANDLER_ADAPTER_BEAN_NAME)
  FaultingAdapter handlerAdapter(SaajSoapMessageFactory messages) {
    FaultingAdapter adapter = new FaultingAdapter();
    adapter.setMessageFactory(messages);
    return adapter;
  }

  /** Of what answers messages that are no operation's. */
  @Bean
  MessageEndpointAdapter messageEndpointAdapter() {
    return new MessageEndpointAdapter();
  }

  @Bean
  Faults faults() {
    return new Faults();
  }

  @Bean
  FilterRegistrationBean<CountingFilter> counting(Answers answers, Order order) {
    SoapPaths paths = new SoapPaths(order);
    var registration = new FilterRegistrationBean<>(new CountingFilter(answers, paths::isProbe));
    registration.setOrder(0);
    return registration;
  }

  @Bean
  FilterRegistrationBean<SoapPaths> paths(Order order) {
    var registration = new FilterRegistrationBean<>(new SoapPaths(order));
    registration.setOrder(1);
    return registration;
  }

  /** Stands first: the library's own would take messages, too. */
  @Override
  protected void addArgumentResolvers(List<MethodArgumentResolver> resolvers) {
    resolvers.add(0, new StrictPayloads(marshaller));
  }

  @Override
  protected void addReturnValueHandlers(List<MethodReturnValueHandler> handlers) {
    handlers.add(0, new MarshallingPayloadMethodProcessor(marshaller));
  }

  /** What stands last answers what no endpoint does. */
  @Override
  public SoapActionAnnotationMethodEndpointMapping soapActionAnnotationMethodEndpointMapping() {
    var mapping = super.soapActionAnnotationMethodEndpointMapping();
    mapping.setDefaultEndpoint(new UnknownRequest());
    return mapping;
  }
}
