package wirebench.services.control;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What Wirebench and this program say to each other: one JSON object a line. */
public final class Conversation {
  private final BufferedReader in =
      new BufferedReader(
          new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final JsonMapper json =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  public Conversation() {
    // Answers of the inventory are told in one piece, however long their texts are.
    json.getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build());
  }

  /** The next message; null when there will be no other. */
  public JsonNode read() throws IOException {
    String line = in.readLine();
    return line == null ? null : json.readTree(line);
  }

  public Order order(JsonNode message) throws IOException {
    return json.treeToValue(message, Order.class);
  }

  /** Says something that Jackson can write. */
  public synchronized void say(Object message) {
    try {
      byte[] text = json.writeValueAsBytes(message);
      out.write(text);
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
