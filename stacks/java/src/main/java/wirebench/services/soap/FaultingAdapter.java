package wirebench.services.soap;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.HtmlUtils;
import org.springframework.ws.InvalidXmlException;
import org.springframework.ws.WebServiceException;
import org.springframework.ws.transport.http.WebServiceMessageReceiverHandlerAdapter;
import wirebench.services.http.LimitedStream.BodyTooLong;

/** Answers with a fault what is no SOAP message at all, where the library would have a bare status. */
final class FaultingAdapter extends WebServiceMessageReceiverHandlerAdapter {
  @Override
  public ModelAndView handle(
      HttpServletRequest request, HttpServletResponse response, Object handler) throws Exception {
    try {
      return super.handle(request, response, handler);
    } catch (WebServiceException e) {
      answer(request, response, e);
      return null;
    }
  }

  @Override
  protected void handleInvalidXmlException(
      HttpServletRequest request,
      HttpServletResponse response,
      Object handler,
      InvalidXmlException error)
      throws IOException {
    answer(request, response, error);
  }

  private static void answer(
      HttpServletRequest request, HttpServletResponse response, Exception error)
      throws IOException {
    if (request.getAttribute(SoapPaths.TOO_LONG) != null) {
      sendTooLong(response);
      return;
    }
    String message =
        "The message is not a request of this service: "
            + NestedExceptionUtils.getMostSpecificCause(error).getMessage();
    sendFault(response, HttpServletResponse.SC_INTERNAL_SERVER_ERROR, message);
  }

  static void sendTooLong(HttpServletResponse response) throws IOException {
    int status = HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE;
    sendFault(response, status, new BodyTooLong().getMessage());
  }

  private static void sendFault(HttpServletResponse response, int status, String message)
      throws IOException {
    String fault =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>"
            + "<soap:Envelope xmlns:soap=\"%s\"><soap:Body><soap:Fault>"
            + "<faultcode>soap:Client</faultcode><faultstring>%s</faultstring>"
            + "</soap:Fault></soap:Body></soap:Envelope>";
    String text = fault.formatted(Faults.NAMESPACE, HtmlUtils.htmlEscapeDecimal(message));
    response.setStatus(status);
    response.setContentType("text/xml; charset=utf-8");
    response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }
}
