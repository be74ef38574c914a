package wirebench.services;

/** Why a request is refused; each protocol has its own word for it. */
public final class Refusal extends RuntimeException {
  /** Who or what is to blame. */
  public enum Kind {
    /** The request is wrong. */
    INVALID,
    /** No connection to the database was free in time. */
    POOL
  }

  private final Kind kind;

  private Refusal(Kind kind, String message) {
    // A refusal is an answer like any other: nobody looks at where it was made.
    super(message, null, false, false);
    this.kind = kind;
  }

  public static Refusal invalid(String message) {
    return new Refusal(Kind.INVALID, message);
  }

  public static Refusal pool(String message) {
    return new Refusal(Kind.POOL, message);
  }

  public Kind kind() {
    return kind;
  }
}
