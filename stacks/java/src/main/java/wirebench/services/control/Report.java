package wirebench.services.control;

import java.util.Map;

/** What this program says of itself. */
public sealed interface Report {
  record Started(String type, int port, String runtime, Map<String, String> libraries)
      implements Report {}

  record Failed(String type, String message) implements Report {}

  record Measured(
      String type, long id, long answered, long heapUsedBytes, long heapTotalBytes, int threads)
      implements Report {}

  /** Asks for the answer of an operation with another size than the usual one. */
  record Content(String type, long id, String operation, int bytes) implements Report {}
}
