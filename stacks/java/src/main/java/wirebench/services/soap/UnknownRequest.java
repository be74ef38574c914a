package wirebench.services.soap;

import org.springframework.ws.context.MessageContext;
import org.springframework.ws.server.endpoint.MessageEndpoint;
import wirebench.services.Refusal;

/** Answers messages whose element is no operation's. */
final class UnknownRequest implements MessageEndpoint {
  @Override
  public void invoke(MessageContext context) {
    throw Refusal.invalid("The message is not a request of this service");
  }
}
