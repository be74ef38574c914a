package wirebench.services.team.tables;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * An address such as `postgres://user:password@host:5432/database?sslmode=require`, as JDBC has it.
 */
record PostgresAddress(String jdbcUrl, Properties credentials) {
  static PostgresAddress of(String url) {
    if (url == null) {
      throw new IllegalArgumentException("expected the address of the PostgreSQL database");
    }
    URI address = URI.create(url);
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    Properties credentials = new Properties();
    if (address.getRawUserInfo() != null) {
      String[] parts = address.getRawUserInfo().split(":", 2);
      credentials.setProperty("user", decoded(parts[0]));
      if (parts.length > 1) credentials.setProperty("password", decoded(parts[1]));
    }
    return new PostgresAddress(
        "jdbc:postgresql://" + address.getHost() + port + address.getRawPath() + query,
        credentials);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
