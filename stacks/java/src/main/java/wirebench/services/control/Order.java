package wirebench.services.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What to start, as the first line on standard input says.
 *
 * @param port 0 for a free one
 * @param tls null for plain text
 * @param content what the workload holds ready, made by Wirebench
 * @param openapi the description of the REST service, null elsewhere
 * @param wsdl the interface file of the SOAP service, null elsewhere
 */
public record Order(
    String workload,
    String protocol,
    String host,
    int port,
    Tls tls,
    Setup setup,
    JsonNode content,
    String openapi,
    String wsdl) {

  /**
   * PEM texts and limits of the transport security.
   *
   * @param clientCa who signs the certificates of clients; null where clients need none
   */
  public record Tls(
      String cert, String key, String clientCa, String minVersion, String maxVersion) {

    private static final List<String> VERSIONS = List.of("TLSv1.2", "TLSv1.3");

    /** From the least to the latest version that is spoken. */
    public List<String> versions() {
      return VERSIONS.subList(VERSIONS.indexOf(minVersion), VERSIONS.indexOf(maxVersion) + 1);
    }
  }

  public record Setup(JsonNode data, Database database) {}

  /**
   * Where a workload keeps its tables.
   *
   * @param url of the PostgreSQL database, null for the others
   * @param pool connections at most
   * @param waitMs how long a request waits for a connection, in milliseconds
   */
  public record Database(String kind, String url, int pool, long waitMs) {}
}
