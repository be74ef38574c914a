package wirebench.services.soap;

import javax.xml.namespace.QName;
import org.springframework.core.Ordered;
import org.springframework.oxm.XmlMappingException;
import org.springframework.ws.soap.server.endpoint.AbstractSoapFaultDefinitionExceptionResolver;
import org.springframework.ws.soap.server.endpoint.SoapFaultDefinition;
import wirebench.services.Refusal;

/** Tells in SOAP 1.1's words who is to blame for a refusal, and for what. */
final class Faults extends AbstractSoapFaultDefinitionExceptionResolver {
  static final String NAMESPACE = "http://schemas.xmlsoap.org/soap/envelope/";

  Faults() {
    setOrder(Ordered.HIGHEST_PRECEDENCE);
  }

  @Override
  protected SoapFaultDefinition getFaultDefinition(Object endpoint, Exception error) {
    SoapFaultDefinition fault = new SoapFaultDefinition();
    fault.setFaultCode(new QName(NAMESPACE, codeOf(error), "soap"));
    fault.setFaultStringOrReason(messageOf(error));
    return fault;
  }

  private static String codeOf(Exception error) {
    if (error instanceof Refusal refusal) {
      return switch (refusal.kind()) {
        case INVALID -> "Client";
        case POOL -> "Server.Pool";
      };
    }
    return error instanceof XmlMappingException ? "Client" : "Server";
  }

  private static String messageOf(Exception error) {
    return error.getMessage() == null ? error.toString() : error.getMessage();
  }
}
