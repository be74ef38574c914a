package wirebench.services;

/** What all protocols have in common. */
public final class Limits {
  /** Longest message in either direction. */
  public static final int MESSAGE_BYTES = 128 * 1024 * 1024;

  /** All users may connect at the same moment; the system lowers this to its own limit. */
  public static final int BACKLOG = 8192;

  private Limits() {}
}
