package wirebench.services.team.tables;

import java.util.List;

/** Without a database: nothing is read from anywhere, and nothing recorded. */
record NoTables(List<Waiting> waiting) implements Tables {
  @Override
  public void add(Made allocation) {}
}
