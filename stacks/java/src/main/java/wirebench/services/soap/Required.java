package wirebench.services.soap;

import wirebench.services.Refusal;

/** What has to be in a message. */
public final class Required {
  private Required() {}

  /** @throws Refusal where an element is missing */
  public static <T> T required(T value, String element) {
    if (value == null) throw Refusal.invalid("The message has no " + element);
    return value;
  }
}
