import type { ReportBatch } from '../../contracts/machines.ts';

/** Passes on the reports of one agent in order and each only once, despite repetitions and different batches. */
export class ReportOrder {
  readonly #pass: (item: ReportBatch['reports'][number]) => void;
  /** Number of the next report. */
  #next: number;
  /** Reports that arrived before missing earlier ones, by the number of their first. */
  readonly #early = new Map<number, ReportBatch>();

  /** @param first number of the first report that is passed on. */
  constructor(pass: (item: ReportBatch['reports'][number]) => void, first = 0) {
    this.#pass = pass;
    this.#next = first;
  }

  /** Whether no report waits for a missing one. */
  get isWhole(): boolean {
    return this.#early.size === 0;
  }

  add(batch: ReportBatch): void {
    if (batch.first > this.#next) {
      this.#early.set(batch.first, batch);
      return;
    }
    for (const item of batch.reports.slice(this.#next - batch.first)) {
      this.#next += 1;
      this.#pass(item);
    }
    const [follower] = [...this.#early.values()].filter(({ first }) => first <= this.#next);
    if (!follower) return;
    this.#early.delete(follower.first);
    this.add(follower);
  }
}
