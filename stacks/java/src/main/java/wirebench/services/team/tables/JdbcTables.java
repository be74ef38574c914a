package wirebench.services.team.tables;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Tables in a database, whose statements each take a connection from a pool. */
abstract class JdbcTables implements Tables {
  private static final int FILLED_AT_ONCE = 500;

  private final HikariDataSource pool;
  private final String selectWaiting;
  private final String insertAllocation;
  private final AtomicInteger lastId;

  /**
   * @param prefix what stands before the names of tables
   */
  JdbcTables(HikariDataSource pool, String prefix, int rowsHeld) {
    this.pool = pool;
    selectWaiting = "SELECT \"id\", \"name\" FROM " + prefix + "\"waiting\" ORDER BY \"id\"";
    insertAllocation =
        "INSERT INTO "
            + prefix
            + "\"allocations\" (\"id\", \"student\", \"partner\", \"courseCode\", \"groupId\")"
            + " VALUES (?, ?, ?, ?, ?)";
    lastId = new AtomicInteger(rowsHeld);
  }

  /** What an exception of the driver or the pool means to who sent the request. */
  abstract RuntimeException meaningOf(SQLException error);

  @Override
  public List<Waiting> waiting() {
    try (Connection connection = pool.getConnection();
        PreparedStatement select = connection.prepareStatement(selectWaiting);
        ResultSet rows = select.executeQuery()) {
      List<Waiting> waiting = new ArrayList<>();
      while (rows.next()) waiting.add(new Waiting(rows.getInt(1), rows.getString(2)));
      return waiting;
    } catch (SQLException e) {
      throw meaningOf(e);
    }
  }

  @Override
  public void add(Made made) {
    try (Connection connection = pool.getConnection();
        PreparedStatement insert = connection.prepareStatement(insertAllocation)) {
      set(insert, lastId.incrementAndGet(), made);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw meaningOf(e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }

  /** Makes both tables and fills them in one transaction. */
  static void fill(
      Connection connection, String prefix, String text, List<Waiting> waiting, int rowsHeld)
      throws SQLException {
    connection.setAutoCommit(false);
    try (Statement create = connection.createStatement()) {
      create.execute(
          "CREATE TABLE %s\"waiting\" (\"id\" INTEGER PRIMARY KEY, \"name\" %s NOT NULL)"
              .formatted(prefix, text));
      create.execute(
          "CREATE TABLE %s\"allocations\" (\"id\" INTEGER PRIMARY KEY, \"student\" INTEGER NOT NULL, \"partner\" INTEGER NOT NULL, \"courseCode\" %s NOT NULL, \"groupId\" INTEGER NOT NULL)"
              .formatted(prefix, text));
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + prefix + "\"waiting\" VALUES (?, ?)")) {
      for (Waiting one : waiting) {
        insert.setInt(1, one.id());
        insert.setString(2, one.name());
        insert.addBatch();
      }
      insert.executeBatch();
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + prefix + "\"allocations\" VALUES (?, ?, ?, ?, ?)")) {
      for (int id = 1; id <= rowsHeld; id++) {
        int student = 200_000 + id;
        set(insert, id, new Made(student, 500_000 + id, "CS31245", Made.groupOf(student)));
        insert.addBatch();
        if (id % FILLED_AT_ONCE == 0) insert.executeBatch();
      }
      insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static void set(PreparedStatement insert, int id, Made made) throws SQLException {
    insert.setInt(1, id);
    insert.setInt(2, made.student());
    insert.setInt(3, made.partner());
    insert.setString(4, made.courseCode());
    insert.setInt(5, made.groupId());
  }
}
