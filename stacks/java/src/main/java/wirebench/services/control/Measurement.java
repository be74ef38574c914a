package wirebench.services.control;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/** Reads what the virtual machine knows of itself. */
public final class Measurement {
  private Measurement() {}

  /** Used is what is in use now, rubbish included; total is what the heap has been given so far. */
  public static Report.Measured of(long id, Answers answers) {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    return new Report.Measured(
        "measured", id, answers.total(), heap.getUsed(), heap.getCommitted(), threads);
  }
}
