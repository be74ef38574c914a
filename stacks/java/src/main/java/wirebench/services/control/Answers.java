package wirebench.services.control;

import java.util.concurrent.atomic.LongAdder;

/** Counts the requests that were answered, well or not. */
public final class Answers {
  private final LongAdder answered = new LongAdder();

  /** A request is about to get its answer. */
  public void count() {
    answered.increment();
  }

  long total() {
    return answered.sum();
  }
}
