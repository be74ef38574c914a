package wirebench.services.team.tables;

import java.sql.SQLException;
import java.util.List;
import wirebench.services.control.Order.Database;

/** The students who wait, and the allocations that were made. */
public interface Tables extends AutoCloseable {
  record Waiting(int id, String name) {}

  record Made(int student, int partner, String courseCode, int groupId) {
    public static int groupOf(int student) {
      return student + 765_736;
    }
  }

  /** In the order of their ids. */
  List<Waiting> waiting();

  void add(Made allocation);

  @Override
  default void close() {}

  /**
   * Opens the tables where the order says, freshly filled.
   *
   * @param rowsHeld allocations that are there at first
   */
  static Tables open(Database database, List<Waiting> waiting, int rowsHeld) throws SQLException {
    return switch (database.kind()) {
      case "none" -> new NoTables(waiting);
      case "sqlite" -> SqliteTables.open(waiting, rowsHeld);
      case "postgres" -> PostgresTables.open(database, waiting, rowsHeld);
      default -> throw new IllegalArgumentException("There is no database " + database.kind());
    };
  }
}
