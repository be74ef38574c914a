package wirebench.services.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.function.Predicate;
import wirebench.services.control.Answers;

/** Counts requests before their answers leave, those for probes aside. */
public final class CountingFilter extends HttpFilter {
  private final transient Answers answers;
  private final transient Predicate<HttpServletRequest> isProbe;

  public CountingFilter(Answers answers, Predicate<HttpServletRequest> isProbe) {
    this.answers = answers;
    this.isProbe = isProbe;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (isProbe.test(request)) {
      chain.doFilter(request, response);
      return;
    }
    CountedResponse counted = new CountedResponse(response);
    try {
      chain.doFilter(request, counted);
    } finally {
      counted.count();
    }
  }

  /** Counts as its body is begun: once it is complete, the client may already ask for the count. */
  private final class CountedResponse extends HttpServletResponseWrapper {
    private boolean isCounted;

    CountedResponse(HttpServletResponse response) {
      super(response);
    }

    void count() {
      if (!isCounted) answers.count();
      isCounted = true;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
      count();
      return super.getOutputStream();
    }
  }
}
