package wirebench.services.inventory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.springframework.beans.propertyeditors.CustomNumberEditor;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import wirebench.services.control.Contents;
import wirebench.services.inventory.Messages.ItemsFull;
import wirebench.services.inventory.Messages.ItemsStatus;
import wirebench.services.inventory.Messages.ItemsSummary;

@RestController
@RequestMapping("/inventory")
class InventoryController {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final Held<ItemsStatus> status;
  private final Held<ItemsSummary> summary;
  private final Held<ItemsFull> full;

  InventoryController(Contents contents) {
    status = held(contents, "items-status", ItemsStatus.class);
    summary = held(contents, "items-summary", ItemsSummary.class);
    full = held(contents, "items-full", ItemsFull.class);
  }

  /** Left alone, Spring takes a number that is empty for one that is not there. */
  @InitBinder
  void refuseEmptyNumbers(WebDataBinder binder) {
    binder.registerCustomEditor(Integer.class, new CustomNumberEditor(Integer.class, false));
  }

  @GetMapping("/heartbeat")
  void heartBeat() {}

  @GetMapping("/status")
  ItemsStatus itemsStatus(@RequestParam(required = false) Integer bytes) {
    return status.get(bytes);
  }

  @GetMapping("/items/summary")
  ItemsSummary itemsSummary(@RequestParam(required = false) Integer bytes) {
    return summary.get(bytes);
  }

  @GetMapping("/items")
  ItemsFull itemsFull(@RequestParam(required = false) Integer bytes) {
    return full.get(bytes);
  }

  private static <T> Held<T> held(Contents contents, String operation, Class<T> type) {
    return new Held<>(contents, operation, content -> read(content, type));
  }

  private static <T> T read(JsonNode content, Class<T> type) {
    try {
      return JSON.treeToValue(content, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
