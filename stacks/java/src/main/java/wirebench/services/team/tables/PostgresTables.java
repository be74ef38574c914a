package wirebench.services.team.tables;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Set;
import wirebench.services.Refusal;
import wirebench.services.control.Order.Database;

/** Tables in a schema of the service's own in a PostgreSQL database. */
final class PostgresTables extends JdbcTables {
  private static final String TOO_MANY_CONNECTIONS = "53300";
  private static final Set<String> UNTRANSLATABLE_TEXT = Set.of("22021", "22P05");

  private final PostgresSchema schema;
  private final Database database;

  private PostgresTables(
      HikariDataSource pool, PostgresSchema schema, Database database, int rowsHeld) {
    super(pool, schema.prefix(), rowsHeld);
    this.schema = schema;
    this.database = database;
  }

  static PostgresTables open(Database database, List<Waiting> waiting, int rowsHeld)
      throws SQLException {
    PostgresAddress address = PostgresAddress.of(database.url());
    PostgresSchema schema = PostgresSchema.open(address);
    fill(schema.connection(), schema.prefix(), "text COLLATE \"C\"", waiting, rowsHeld);
    return new PostgresTables(poolOf(database, address), schema, database, rowsHeld);
  }

  private static HikariDataSource poolOf(Database database, PostgresAddress address) {
    // The pool would not wait for less than a quarter of a second otherwise.
    System.setProperty("com.zaxxer.hikari.timeoutMs.floor", "1");
    HikariConfig settings = new HikariConfig();
    settings.setJdbcUrl(address.jdbcUrl());
    settings.setDataSourceProperties(address.credentials());
    settings.setMaximumPoolSize(database.pool());
    // Connections are made when they are needed, and kept.
    settings.setMinimumIdle(0);
    settings.setIdleTimeout(0);
    settings.setMaxLifetime(0);
    settings.setInitializationFailTimeout(-1);
    settings.setConnectionTimeout(Math.max(1, database.waitMs()));
    return new HikariDataSource(settings);
  }

  @Override
  RuntimeException meaningOf(SQLException error) {
    if (error instanceof SQLTransientConnectionException) {
      // The pool tells with it why it could make no connection, if it tried.
      if (!(error.getCause() instanceof SQLException refused)) {
        return Refusal.pool(
            "No database connection was free within %d ms (pool of %d)"
                .formatted(database.waitMs(), database.pool()));
      }
      if (TOO_MANY_CONNECTIONS.equals(refused.getSQLState())) {
        return Refusal.pool(
            "The database takes no more connections (pool of %d)".formatted(database.pool()));
      }
    }
    if (UNTRANSLATABLE_TEXT.contains(String.valueOf(error.getSQLState()))) {
      return Refusal.invalid("A text contains a character that the database cannot store");
    }
    return new IllegalStateException(error);
  }

  @Override
  public void close() {
    super.close();
    schema.close();
  }
}
