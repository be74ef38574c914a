package wirebench.services.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import wirebench.services.control.Answers;

/** Counts requests as they are answered, those for probes aside. The last bytes of an answer leave after this. */
class CountingFilter extends HttpFilter {
  private static final Set<String> PROBES =
      Set.of(ProbeController.HEALTH, ProbeController.INTERFACE);

  private final transient Answers answers;

  CountingFilter(Answers answers) {
    this.answers = answers;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      chain.doFilter(request, response);
    } finally {
      boolean isProbe =
          request.getMethod().equals("GET") && PROBES.contains(request.getRequestURI());
      if (!isProbe) answers.count();
    }
  }
}
