package wirebench.services.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import wirebench.services.Refusal;
import wirebench.services.control.Contents;

/**
 * The answers of one operation in the form of one protocol: the usual one, and the last few of other sizes.
 *
 * @param <A> the form
 */
final class Held<A> {
  private static final int LEAST_BYTES = 500;
  private static final int MOST_BYTES = 20_000_000;
  private static final int KEPT = 8;

  private final Contents contents;
  private final String operation;
  private final Function<JsonNode, A> reader;
  private final A usual;
  private final Map<Integer, A> others =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, A> eldest) {
          return size() > KEPT;
        }
      };

  Held(Contents contents, String operation, Function<JsonNode, A> reader) {
    this.contents = contents;
    this.operation = operation;
    this.reader = reader;
    usual = reader.apply(contents.usual(operation));
  }

  /**
   * @param bytes length of the answer's JSON; null for the usual answer
   * @throws Refusal where there is no such answer
   */
  A get(Integer bytes) {
    if (bytes == null) return usual;
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
      throw Refusal.invalid(
          "An answer has from " + LEAST_BYTES + " to " + MOST_BYTES + " bytes of JSON");
    }
    synchronized (others) {
      return others.computeIfAbsent(
          bytes, size -> reader.apply(contents.ask(operation, size)));
    }
  }
}
