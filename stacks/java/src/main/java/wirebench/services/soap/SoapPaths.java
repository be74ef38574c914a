package wirebench.services.soap;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import wirebench.services.Limits;
import wirebench.services.control.Order;
import wirebench.services.http.LimitedStream;
import wirebench.services.http.LimitedStream.BodyTooLong;

/** Lets messages through, and answers all other requests: a sign of life, the interface file, nothing. */
final class SoapPaths extends HttpFilter {
  static final String TOO_LONG = "wirebench.too-long";
  private static final String HEALTH = "/health";
  private static final Pattern LOCATION = Pattern.compile("(<soap:address\\s+location=\")[^\"]*(\")");

  /** A host name or address with an optional port; anything else in a Host header is not repeated. */
  private static final Pattern AUTHORITY =
      Pattern.compile("(?:[\\w.-]+|\\[[\\da-fA-F:.]+\\])(?::\\d{1,5})?");

  private static final Pattern ASKS_FOR_WSDL = Pattern.compile("(?i)wsdl\\b.*");

  private final String path;
  private final String wsdl;

  SoapPaths(Order order) {
    path = "/soap/" + order.workload();
    wsdl = order.wsdl();
  }

  boolean isProbe(HttpServletRequest request) {
    return isHealth(request) || isInterface(request);
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getMethod().equals("POST") && request.getRequestURI().equals(path)) {
      if (request.getContentLengthLong() > Limits.MESSAGE_BYTES) FaultingAdapter.sendTooLong(response);
      else chain.doFilter(new LimitedRequest(request), response);
    } else if (isHealth(request)) {
      send(response, HttpServletResponse.SC_OK, "application/json", "{\"status\":\"ok\"}");
    } else if (isInterface(request)) {
      send(response, HttpServletResponse.SC_OK, "text/xml; charset=utf-8", wsdlFor(request));
    } else {
      String hint = "POST SOAP messages to " + path + "\n";
      send(response, HttpServletResponse.SC_NOT_FOUND, "text/plain; charset=utf-8", hint);
    }
  }

  private static boolean isHealth(HttpServletRequest request) {
    return request.getMethod().equals("GET") && request.getRequestURI().equals(HEALTH);
  }

  private boolean isInterface(HttpServletRequest request) {
    return request.getMethod().equals("GET")
        && request.getRequestURI().startsWith(path)
        && request.getQueryString() != null
        && ASKS_FOR_WSDL.matcher(request.getQueryString()).matches();
  }

  /** The interface file with the address at which its reader reached the service. */
  private String wsdlFor(HttpServletRequest request) {
    String asked = request.getHeader("Host");
    boolean isPlain = asked != null && AUTHORITY.matcher(asked).matches();
    String host = isPlain ? asked : request.getLocalAddr() + ":" + request.getLocalPort();
    String address = request.getScheme() + "://" + host + path;
    return LOCATION.matcher(wsdl).replaceFirst("$1" + Matcher.quoteReplacement(address) + "$2");
  }

  private static void send(HttpServletResponse response, int status, String type, String text)
      throws IOException {
    response.setStatus(status);
    response.setContentType(type);
    response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A request whose body is no longer than a message may be. */
  private static final class LimitedRequest extends HttpServletRequestWrapper {
    LimitedRequest(HttpServletRequest request) {
      super(request);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new Body(super.getInputStream(), this);
    }
  }

  private static final class Body extends ServletInputStream {
    private final ServletInputStream given;
    private final HttpServletRequest request;
    private final InputStream limited;

    Body(ServletInputStream given, HttpServletRequest request) {
      this.given = given;
      this.request = request;
      limited = new LimitedStream(given);
    }

    @Override
    public int read() throws IOException {
      return limited.read();
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        return limited.read(into, from, length);
      } catch (BodyTooLong e) {
        // The library for messages keeps of it no more than the words.
        request.setAttribute(TOO_LONG, true);
        throw e;
      }
    }

    @Override
    public boolean isFinished() {
      return given.isFinished();
    }

    @Override
    public boolean isReady() {
      return given.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      given.setReadListener(listener);
    }
  }
}
