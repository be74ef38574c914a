import type { HopFigures, ServerHealth } from '../../contracts/measurement.ts';
import type { ServiceObserver, ServiceProcess } from './forked-service.ts';

/** Follows a process between client and service: receives its reports, and adds up those of the open window. */
export class HopWatch implements ServiceObserver {
  #reports: ServerHealth[] | null = null;

  onHealth(health: ServerHealth): void {
    this.#reports?.push(health);
  }
  onClientError(): void {}
  onOutput(): void {}

  /** @param process to observe. */
  window(process: ServiceProcess): HopWindow {
    const reports: ServerHealth[] = [];
    return new HopWindow(process, {
      open: () => {
        this.#reports = reports;
      },
      close: () => {
        if (this.#reports === reports) this.#reports = null;
        return reports;
      },
    });
  }
}

interface Reports {
  open(): void;
  /** @returns reports since the last call. */
  close(): readonly ServerHealth[];
}

/** Metrics of one such process over a measured window. */
export class HopWindow {
  readonly #process: ServiceProcess;
  readonly #reports: Reports;
  #start: Promise<ServerHealth | null> | null = null;
  #end: Promise<ServerHealth | null> | null = null;

  constructor(process: ServiceProcess, reports: Reports) {
    this.#process = process;
    this.#reports = reports;
  }

  async opens(): Promise<void> {
    this.#reports.open();
    this.#start = this.#process.measure();
    await this.#start;
  }
  /** Only the first call counts. */
  closes(): void {
    this.#end ??= this.#process.measure();
  }

  /** @returns null when the window never opened or the process died. */
  async figures(): Promise<HopFigures | null> {
    const [start, end] = await Promise.all([this.#start, this.#end]);
    const reports = this.#reports.close();
    if (!start || !end) return null;
    // Utilisation at the end covers the time since the last report before.
    const all = [...reports, end];
    const most = (of: (health: ServerHealth) => number) => Math.max(...all.map(of));
    return {
      cpuSeconds: end.cpuSeconds - start.cpuSeconds,
      rssPeakBytes: most(({ rssBytes }) => rssBytes),
      heapPeakBytes: most(({ heapBytes }) => heapBytes ?? 0),
      eventLoopUtilization:
        all.reduce((sum, { eventLoopUtilization }) => sum + (eventLoopUtilization ?? 0), 0) /
        all.length,
      requests: (end.requests ?? 0) - (start.requests ?? 0),
    };
  }
}

/** Metrics over several windows together, such as those of a ladder; null without windows. */
export function addHopFigures(parts: readonly (HopFigures | null)[]): HopFigures | null {
  const known = parts.filter((part) => part !== null);
  const [first] = known;
  if (!first || known.length < parts.length) return null;
  const sum = (of: (figures: HopFigures) => number) =>
    known.reduce((total, figures) => total + of(figures), 0);
  return {
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
    rssPeakBytes: Math.max(...known.map(({ rssPeakBytes }) => rssPeakBytes)),
    heapPeakBytes: Math.max(...known.map(({ heapPeakBytes }) => heapPeakBytes)),
    eventLoopUtilization: sum(({ eventLoopUtilization }) => eventLoopUtilization) / known.length,
    requests: sum(({ requests }) => requests),
  };
}
