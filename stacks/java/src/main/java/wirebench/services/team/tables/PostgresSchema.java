package wirebench.services.team.tables;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A schema that is there while this program runs. The connection that made it holds its lock; schemas whose
 * lock nobody holds were left behind by services that were killed, and are dropped.
 */
final class PostgresSchema implements AutoCloseable {
  /** Sets the locks of Wirebench apart from those of others in the same database: "wire". */
  private static final int LOCK_CLASS = 0x77697265;

  private static final Pattern NAME = Pattern.compile("wirebench_(\\d{1,10})");

  private final Connection keeper;
  private final int key = new SecureRandom().nextInt(Integer.MAX_VALUE);

  private PostgresSchema(Connection keeper) {
    this.keeper = keeper;
  }

  static PostgresSchema open(PostgresAddress address) throws SQLException {
    PostgresSchema schema =
        new PostgresSchema(DriverManager.getConnection(address.jdbcUrl(), address.credentials()));
    schema.dropAbandoned();
    schema.lock(schema.key);
    schema.execute("CREATE SCHEMA \"" + schema.name() + "\"");
    return schema;
  }

  Connection connection() {
    return keeper;
  }

  /** What stands before the names of tables. */
  String prefix() {
    return "\"" + name() + "\".";
  }

  @Override
  public void close() {
    try (keeper) {
      drop(name());
    } catch (SQLException e) {
      // The database may be gone, and with it what there is to drop.
      System.err.println("The schema could not be dropped: " + e.getMessage());
    }
  }

  private String name() {
    return "wirebench_" + key;
  }

  private void dropAbandoned() throws SQLException {
    for (String name : names()) {
      Matcher matcher = NAME.matcher(name);
      if (!matcher.matches() || !lock(Integer.parseInt(matcher.group(1)))) continue;
      drop(name);
      execute("SELECT pg_advisory_unlock(%d, %s)".formatted(LOCK_CLASS, matcher.group(1)));
    }
  }

  private List<String> names() throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement select = keeper.createStatement();
        ResultSet rows =
            select.executeQuery(
                "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'wirebench\\_%'")) {
      while (rows.next()) names.add(rows.getString(1));
    }
    return names;
  }

  /** Whether nobody else holds a schema's lock. */
  private boolean lock(int schema) throws SQLException {
    try (PreparedStatement select = keeper.prepareStatement("SELECT pg_try_advisory_lock(?, ?)")) {
      select.setInt(1, LOCK_CLASS);
      select.setInt(2, schema);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() && rows.getBoolean(1);
      }
    }
  }

  private void drop(String name) throws SQLException {
    execute("DROP SCHEMA IF EXISTS \"" + name + "\" CASCADE");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = keeper.createStatement()) {
      statement.execute(sql);
    }
  }
}
