package wirebench.services.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Finds what answers a request, without what Spring adds to each path: HEAD and OPTIONS. */
class OwnMethods extends RequestMappingHandlerMapping {
  private static final Set<String> ADDED = Set.of("HEAD", "OPTIONS");

  @Override
  protected HandlerMethod lookupHandlerMethod(String path, HttpServletRequest request)
      throws Exception {
    HandlerMethod found = super.lookupHandlerMethod(path, request);
    String method = request.getMethod();
    if (found == null || !ADDED.contains(method)) return found;
    throw new HttpRequestMethodNotSupportedException(method, methodsAt(request));
  }

  private List<String> methodsAt(HttpServletRequest request) {
    return getHandlerMethods().keySet().stream()
        .filter(mapping -> mapping.getPathPatternsCondition().getMatchingCondition(request) != null)
        .flatMap(mapping -> mapping.getMethodsCondition().getMethods().stream())
        .map(Enum::name)
        .toList();
  }
}
