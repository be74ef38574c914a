package wirebench.services.team.tables;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * Tables in a SQLite file of the service's own, in WAL mode and synced at checkpoints only. There is one
 * connection, which requests wait for as long as it takes: SQLite writes one thing at a time anyway.
 */
final class SqliteTables extends JdbcTables {
  private final Path folder;

  private SqliteTables(HikariDataSource pool, Path folder, int rowsHeld) {
    super(pool, "", rowsHeld);
    this.folder = folder;
  }

  static SqliteTables open(List<Waiting> waiting, int rowsHeld) throws SQLException {
    Path folder = temporaryFolder();
    SQLiteConfig settings = new SQLiteConfig();
    settings.setJournalMode(SQLiteConfig.JournalMode.WAL);
    settings.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    SQLiteDataSource file = new SQLiteDataSource(settings);
    file.setUrl("jdbc:sqlite:" + folder.resolve("data.db"));
    HikariConfig pooled = new HikariConfig();
    pooled.setDataSource(file);
    pooled.setMaximumPoolSize(1);
    pooled.setConnectionTimeout(0);
    HikariDataSource pool = new HikariDataSource(pooled);
    try (Connection connection = pool.getConnection()) {
      fill(connection, "", "TEXT", waiting, rowsHeld);
    }
    return new SqliteTables(pool, folder, rowsHeld);
  }

  @Override
  RuntimeException meaningOf(SQLException error) {
    return new IllegalStateException(error);
  }

  @Override
  public void close() {
    super.close();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) Files.delete(file);
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("wirebench-service-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
