import type { RunOutcome } from '../../contracts/history.ts';
import { runOutcome } from '../report/finding/finding.ts';
import type { Store } from '../store/store.ts';

const maxKept = 10_000;

/**
 * Findings by run. An ended run does not change unless it goes on, so its finding is computed once for each of its
 * ends, when a list first shows it. It takes some ten milliseconds, too long to repeat for a list of hundreds.
 */
export class RunOutcomes {
  readonly #store: Store;
  readonly #known = new Map<string, RunOutcome>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Null while the run is in progress. @throws WirebenchError RUN_NOT_FOUND */
  of(runId: string): RunOutcome | null {
    const head = this.#store.runHead(runId);
    if (head.status === 'running') return null;
    const overrides = this.#store.saturationOverrides(runId);
    const key = JSON.stringify([runId, head.endedAt, ...overrides]);
    const known = this.#known.get(key);
    if (known) return known;
    const outcome = runOutcome(head, this.#store.trialResults(runId), overrides);
    if (this.#known.size >= maxKept) this.#known.clear();
    this.#known.set(key, outcome);
    return outcome;
  }
}
