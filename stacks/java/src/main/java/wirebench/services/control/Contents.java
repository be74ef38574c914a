package wirebench.services.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Answers that Wirebench makes: those that came with the order, and those that are asked for. */
public final class Contents {
  private final Conversation conversation;
  private final JsonNode usual;
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();

  public Contents(Conversation conversation, Order order) {
    this.conversation = conversation;
    usual = order.content();
  }

  public JsonNode usual(String key) {
    return usual.path(key);
  }

  /** Waits for the answer of an operation with this many bytes of JSON. */
  public JsonNode ask(String operation, int bytes) {
    long id = last.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    asked.put(id, answer);
    conversation.say(new Report.Content("content", id, operation, bytes));
    return answer.join();
  }

  /** Takes what was asked for. */
  public void take(JsonNode message) {
    CompletableFuture<JsonNode> answer = asked.remove(message.path("id").asLong());
    if (answer != null) answer.complete(message.path("message"));
  }
}
