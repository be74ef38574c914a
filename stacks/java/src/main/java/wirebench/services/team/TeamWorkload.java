package wirebench.services.team;

import com.fasterxml.jackson.databind.JsonNode;
import io.grpc.BindableService;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import wirebench.services.Workload;
import wirebench.services.control.Order;
import wirebench.services.team.tables.Tables;
import wirebench.services.team.tables.Tables.Waiting;

/** Students who are allocated to teams: a short message, a long list, and a file, whole or streamed. */
public final class TeamWorkload implements Workload {
  private final Tables tables;
  private final Teams teams;

  private TeamWorkload(Tables tables) {
    this.tables = tables;
    teams = new Teams(tables);
  }

  public static TeamWorkload open(Order order) throws SQLException {
    List<Waiting> waiting = new ArrayList<>();
    for (JsonNode one : order.content().path("waiting")) {
      waiting.add(new Waiting(one.path("id").asInt(), one.path("name").asText()));
    }
    int rowsHeld = order.setup().data().path("rowsHeld").asInt();
    return new TeamWorkload(Tables.open(order.setup().database(), waiting, rowsHeld));
  }

  @Override
  public Object controller() {
    return new TeamController(teams);
  }

  @Override
  public Object soapEndpoint() {
    return new TeamEndpoint(teams);
  }

  @Override
  public BindableService grpcService() {
    return new TeamGrpcService(teams);
  }

  @Override
  public void close() {
    tables.close();
  }
}
