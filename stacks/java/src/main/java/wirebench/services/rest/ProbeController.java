package wirebench.services.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Set;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import wirebench.services.control.Order;

/** What is there besides the operations: a sign of life and the description of the routes. */
@RestController
class ProbeController {
  private static final String HEALTH = "/health";
  private static final String INTERFACE = "/openapi.json";
  static final Set<String> PATHS = Set.of(HEALTH, INTERFACE);

  private final JsonNode openapi;

  ProbeController(Order order) throws JsonProcessingException {
    openapi = new ObjectMapper().readTree(order.openapi());
  }

  @GetMapping(HEALTH)
  Map<String, String> health() {
    return Map.of("status", "ok");
  }

  @GetMapping(INTERFACE)
  JsonNode openapi() {
    return openapi;
  }
}
