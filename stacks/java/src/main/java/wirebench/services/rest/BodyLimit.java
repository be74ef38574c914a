package wirebench.services.rest;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import wirebench.services.Limits;
import wirebench.services.http.LimitedStream;
import wirebench.services.http.LimitedStream.BodyTooLong;

/** Refuses messages that are too long, also those that do not tell their length beforehand. */
@RestControllerAdvice
class BodyLimit extends RequestBodyAdviceAdapter {
  @Override
  public boolean supports(
      MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
    return true;
  }

  @Override
  public HttpInputMessage beforeBodyRead(
      HttpInputMessage message,
      MethodParameter parameter,
      Type type,
      Class<? extends HttpMessageConverter<?>> converter)
      throws IOException {
    long length = message.getHeaders().getContentLength();
    if (length > Limits.MESSAGE_BYTES) throw new BodyTooLong();
    // What tells its length has no more than that.
    return length >= 0 ? message : new LimitedMessage(message);
  }

  private record LimitedMessage(HttpInputMessage message) implements HttpInputMessage {
    @Override
    public InputStream getBody() throws IOException {
      return new LimitedStream(message.getBody());
    }

    @Override
    public HttpHeaders getHeaders() {
      return message.getHeaders();
    }
  }
}
