import type { DecidedPair, Decision } from '../../contracts/decision.ts';
import { type Cell, describeCell, type PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { planRepetition } from '../experiment/plan.ts';
import { decidedPairs } from '../report/finding/decision.ts';
import { isLook, nextLook } from '../stats/sequential.ts';

/** Planned trials before they have a place in the run. */
type Unnumbered = Omit<PlannedTrial, 'index'>;

/** Earlier states of the comparisons that are reported with the current one, with every change of the run. */
const maxHistory = 6;
/** An interval that spans a smaller factor is narrow enough for an answer. */
const roughFactor = 2.5;

interface RepetitionOptions {
  readonly experiment: Pick<Experiment, 'seed' | 'untilDecided'>;
  /** The experiment file as it is run (YAML). */
  readonly source: string;
  /** All cells of the experiment. */
  readonly cells: readonly Cell[];
  /** Repetitions that are planned already, or measured by the run that goes on. */
  readonly planned: number;
  /** Goes on for this time with all cells, decided or not; null until decided. In milliseconds. */
  readonly moreMs: number | null;
}

/** Repetitions until the comparisons of the finding are decided, or the time is up. */
export class Repetitions {
  readonly #options: RepetitionOptions;
  readonly #history: Decision['history'] = [];
  /** Cells with open or rough comparisons, as of the last look. */
  #open: readonly Cell[];
  #planned: number;
  /** Repetitions that this run has measured, and their time. */
  #measured = 0;
  #isOver = false;

  constructor(options: RepetitionOptions) {
    this.#options = options;
    this.#open = options.cells;
    this.#planned = options.planned;
    if (options.moreMs === null) this.#measured = options.planned;
  }

  get decision(): Decision {
    const planned = this.#planned;
    return {
      repetitions: this.#history.at(-1)?.repetitions ?? 0,
      nextLook: this.#isOver ? null : isLook(planned) ? planned : nextLook(planned),
      history: this.#history.slice(-maxHistory),
    };
  }

  /**
   * Notes the comparisons when a repetition is complete.
   * @param results of all trials that have ended.
   */
  completed(repetition: number, results: readonly TrialResult[]): void {
    this.#history.push({
      repetitions: repetition,
      pairs: decidedPairs(this.#options.source, results),
    });
  }

  /**
   * Time that repetitions beyond the planned ones will probably take, in milliseconds.
   * @param elapsedMs since the first trial of this run began.
   */
  expectedMs(elapsedMs: number): number {
    const { experiment, moreMs } = this.#options;
    const within = moreMs ?? experiment.untilDecided?.within ?? 0;
    if (this.#isOver) return 0;
    const left = Math.max(0, within - elapsedMs);
    const pairs = this.#history.at(-1)?.pairs ?? [];
    if (moreMs !== null || pairs.length === 0) return moreMs === null ? 0 : left;
    const open = pairs.filter(goesOn);
    const last = Math.max(0, ...open.map(({ expected }) => expected ?? Number.POSITIVE_INFINITY));
    const perRepetition = elapsedMs / Math.max(1, this.#history.length);
    return Math.min(left, Math.max(0, last - this.#planned) * perRepetition);
  }

  /**
   * The trials of one more repetition of the cells whose comparisons are open or rough; none when there are none, or the
   * repetition would end after the time.
   * @param elapsedMs since the first trial of this run began.
   */
  next(elapsedMs: number): Unnumbered[] {
    const { experiment, moreMs } = this.#options;
    const { untilDecided, seed } = experiment;
    if (!untilDecided || this.#isOver) return [];
    const pairs = this.#history.at(-1)?.pairs ?? [];
    if (moreMs === null && isLook(this.#planned)) this.#open = openCells(this.#open, pairs);
    const perRepetition = this.#measured === 0 ? 0 : elapsedMs / this.#measured;
    const limits =
      moreMs === null
        ? { within: untilDecided.within, atMost: untilDecided.atMost }
        : { within: moreMs, atMost: Number.POSITIVE_INFINITY };
    this.#isOver =
      this.#open.length === 0 ||
      this.#planned >= limits.atMost ||
      elapsedMs + perRepetition > limits.within;
    if (this.#isOver) return [];
    this.#planned += 1;
    this.#measured += 1;
    return planRepetition(this.#open, this.#planned, seed);
  }
}

function openCells(cells: readonly Cell[], pairs: readonly DecidedPair[]): Cell[] {
  const names = new Set(
    pairs.filter(goesOn).flatMap(({ cell, baseline }) => [cell, baseline].map(describeCell)),
  );
  return cells.filter((cell) => names.has(describeCell(cell)));
}

function goesOn({ judgement, interval }: DecidedPair): boolean {
  return (
    judgement === 'open' || (judgement === 'decided' && interval !== null && isRough(interval))
  );
}

/** Whether it spans a larger factor than its nearer end is away from 1: 1.6 to 14 times is rough, 400 to 2,000 is not. */
function isRough({ low, high }: { readonly low: number; readonly high: number }): boolean {
  return high / low > Math.max(roughFactor, low, 1 / high);
}
