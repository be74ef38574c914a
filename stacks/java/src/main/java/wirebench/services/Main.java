package wirebench.services;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import sun.misc.Signal;
import wirebench.services.control.Answers;
import wirebench.services.control.Contents;
import wirebench.services.control.Conversation;
import wirebench.services.control.Measurement;
import wirebench.services.control.Order;
import wirebench.services.control.Report;
import wirebench.services.grpc.GrpcService;
import wirebench.services.http.HttpService;
import wirebench.services.inventory.InventoryWorkload;
import wirebench.services.product.ProductWorkload;
import wirebench.services.rest.RestConfiguration;
import wirebench.services.soap.SoapConfiguration;
import wirebench.services.team.TeamWorkload;

/** Starts the service that the first line on standard input asks for, and lives until that ends. */
public final class Main {
  /** How long what the workload holds may take to be let go, in milliseconds. */
  private static final long CLOSING_MS = 800;

  /** Tells of each message that is none; held here, or its level would be forgotten. */
  private static final Logger MESSAGES_OF_SOAP = Logger.getLogger("com.sun.xml.messaging.saaj");

  public static void main(String[] args) {
    silence();
    // Ctrl-C reaches every process of the terminal; the parent decides what ends and when.
    for (String name : new String[] {"INT", "TERM"}) Signal.handle(new Signal(name), signal -> {});
    Conversation conversation = new Conversation();
    int status = 0;
    try (Scratch scratch = Scratch.open()) {
      converse(conversation, scratch.folder());
    } catch (Exception | LinkageError e) {
      conversation.say(new Report.Failed("failed", messageOf(e)));
      status = 1;
    }
    // No exit: it would wait for threads that are at work.
    Runtime.getRuntime().halt(status);
  }

  static void silence() {
    // Standard output carries the conversation and nothing else.
    System.setOut(System.err);
    System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    // Refused requests are answered and no business of a log.
    Logger.getLogger("").setLevel(Level.SEVERE);
    MESSAGES_OF_SOAP.setLevel(Level.OFF);
  }

  private static void converse(Conversation conversation, Path scratch) throws Exception {
    JsonNode first = conversation.read();
    if (first == null) return;
    Order order = conversation.order(first);
    Answers answers = new Answers();
    Contents contents = new Contents(conversation, order);
    Workload workload = workloadOf(order, contents);
    try {
      RunningService service = start(order, workload, answers, scratch);
      String runtime = "Java " + System.getProperty("java.version");
      Map<String, String> libraries = librariesOf(order.protocol());
      conversation.say(new Report.Started("started", service.port(), runtime, libraries));
      obey(conversation, answers, contents);
    } finally {
      close(workload);
    }
  }

  private static Workload workloadOf(Order order, Contents contents) throws SQLException {
    return switch (order.workload()) {
      case "product" -> new ProductWorkload();
      case "inventory" -> new InventoryWorkload(contents);
      case "team" -> TeamWorkload.open(order);
      default -> throw new IllegalArgumentException("There is no workload " + order.workload());
    };
  }

  static RunningService start(
      Order order, Workload workload, Answers answers, Path scratch) throws Exception {
    return switch (order.protocol()) {
      case "rest" ->
          HttpService.start(
              order, answers, scratch, RestConfiguration.class, workload.controller());
      case "soap" ->
          HttpService.start(
              order, answers, scratch, SoapConfiguration.class, workload.soapEndpoint());
      case "grpc" -> GrpcService.start(order, workload, answers);
      default -> throw new IllegalArgumentException("There is no protocol " + order.protocol());
    };
  }

  private static void obey(Conversation conversation, Answers answers, Contents contents)
      throws IOException {
    JsonNode message;
    while ((message = conversation.read()) != null) {
      switch (message.path("type").asText()) {
        case "measure" -> conversation.say(Measurement.of(message.path("id").asLong(), answers));
        case "content" -> contents.take(message);
        case "stop" -> {
          return;
        }
        default -> System.err.println("A message of no known type: " + message);
      }
    }
  }

  /** The libraries that matter to a protocol, with their versions. */
  private static Map<String, String> librariesOf(String protocol) throws IOException {
    Properties properties = new Properties();
    try (InputStream file =
        Main.class.getResourceAsStream("/libraries-" + protocol + ".properties")) {
      properties.load(file);
    }
    Map<String, String> libraries = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      libraries.put(name, properties.getProperty(name));
    }
    return libraries;
  }

  /** Closes a workload, but waits no longer for a database than the parent waits for this program. */
  private static void close(Workload workload) throws InterruptedException {
    Thread closing = new Thread(workload::close);
    closing.start();
    closing.join(CLOSING_MS);
  }

  /** Of the innermost cause, which says what went wrong. */
  private static String messageOf(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) cause = cause.getCause();
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  private Main() {}
}
