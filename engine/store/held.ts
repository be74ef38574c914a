import { describeCell } from '../../contracts/experiment/cell.ts';
import type { RunSummary } from '../../contracts/history.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { RunHead } from '../../contracts/result.ts';
import type { RunStatus } from '../../contracts/words.ts';
import { sqliteCode } from './errors.ts';

/** The end of a run that could not be stored. */
export interface HeldRun {
  readonly runId: string;
  readonly status: RunStatus;
  readonly endedAt: string;
  readonly warnings: readonly string[];
  /** Results of the trials whose end could not be stored. */
  readonly results: readonly TrialResult[];
}

/** Writes a pending run. */
interface Writes {
  finishTrial(trialId: string, result: TrialResult): void;
  setWarnings(runId: string, warnings: readonly string[]): void;
  finishRun(runId: string, status: RunStatus, endedAt: string): void;
  atomically(act: () => void): void;
}

/** Reads runs; a pending one is shown as it ended. */
interface Reads {
  runHead(runId: string): RunHead;
  trialResults(runId: string): TrialResult[];
  listRuns(limit: number): RunSummary[];
}

const retryMs = 5000;

/** Runs whose end is only in memory, until it can be written. */
export class HeldRuns {
  readonly #runs = new Map<string, HeldRun>();
  readonly #writes: Writes;
  #timer: NodeJS.Timeout | undefined;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  hold(run: HeldRun): void {
    this.#runs.set(run.runId, run);
    this.#timer ??= setInterval(() => this.write(), retryMs).unref();
  }

  /** Tries to store all pending runs. */
  write(): void {
    for (const { runId, status, endedAt, warnings, results } of [...this.#runs.values()]) {
      try {
        this.#writes.atomically(() => {
          for (const result of results) this.#writes.finishTrial(result.id, result);
          this.#writes.setWarnings(runId, warnings);
          this.#writes.finishRun(runId, status, endedAt);
        });
        this.#runs.delete(runId);
      } catch (error) {
        // It was reported when the run ended; thrown from a timer it would end the engine.
        if (sqliteCode(error) === null) throw error;
      }
    }
    if (this.#runs.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Last attempt, when the store is closed. */
  close(): void {
    this.write();
    this.#runs.clear();
    clearInterval(this.#timer);
  }

  over({ runHead, trialResults, listRuns }: Reads): Reads {
    return {
      runHead: (runId) => this.#head(runHead(runId)),
      trialResults: (runId) => {
        const held = this.#runs.get(runId)?.results ?? [];
        const stored = trialResults(runId).filter(({ id }) => !held.some((one) => one.id === id));
        return [...stored, ...held].sort((a, b) => a.index - b.index);
      },
      listRuns: (limit) => this.summaries(listRuns(limit)),
    };
  }

  summaries(runs: readonly RunSummary[]): RunSummary[] {
    return runs.map((run) => {
      const held = this.#runs.get(run.id);
      return held ? { ...run, status: held.status, endedAt: held.endedAt } : run;
    });
  }

  #head(head: RunHead): RunHead {
    const held = this.#runs.get(head.id);
    if (!held) return head;
    const { status, endedAt, warnings, results } = held;
    const bad = results.filter((one) => one.status === 'failed');
    const badCells = new Set([...head.badCells, ...bad.map(({ cell }) => describeCell(cell))]);
    const isPassed = results.every(({ thresholds }) => thresholds.every(({ passed }) => passed));
    return {
      ...head,
      status,
      endedAt,
      warnings: [...warnings],
      badCells: [...badCells],
      thresholdsPassed: head.thresholdsPassed && isPassed,
    };
  }
}
