import type { LivePoint, LogLine } from '../../contracts/engine-api.ts';
import { describeCell, type PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { TrialStatus } from '../../contracts/words.ts';
import { failureWords } from '../../metrics/failures.ts';
import { formatMs, formatRps, roughShare } from '../../metrics/format.ts';
import { clock as clockText } from '../../metrics/units.ts';
import type { Clock } from '../platform/clock.ts';

/** Lines kept; older ones are dropped. */
const maxLines = 300;

/** What happened in a run, for those who watch it: trials, what the engine does, and the first failure of each kind. */
export class RunLog {
  readonly #clock: Pick<Clock, 'date'>;
  readonly #lines: LogLine[] = [];
  readonly #failures = new Set<string>();

  constructor(clock: Pick<Clock, 'date'>) {
    this.#clock = clock;
  }

  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  /** Adds a line, unless it repeats the one before. */
  add(text: string, bad = false): void {
    if (text === '' || this.#lines.at(-1)?.text === text) return;
    this.#lines.push({ at: this.#clock.date().toISOString(), text, ...(bad && { bad }) });
    if (this.#lines.length > maxLines) this.#lines.splice(0, this.#lines.length - maxLines);
  }

  trialStarts({ index, cell }: PlannedTrial): void {
    this.#failures.clear();
    this.add(`Trial ${index + 1}: ${describeCell(cell)}`);
  }

  /** Notes failures of kinds that the trial had none of before. @returns whether there were any. */
  point({ errors, at }: Pick<LivePoint, 'errors' | 'at'>): boolean {
    const first = errors.filter(({ kind, code }) => !this.#failures.has(`${kind} ${code}`));
    for (const error of first) {
      this.#failures.add(`${error.kind} ${error.code}`);
      this.add(`First ${failureWords(error)}, at ${clockText(at)} of the trial`, true);
    }
    return first.length > 0;
  }

  trialEnds({ index }: PlannedTrial, result: TrialResult): void {
    const { status, failure } = result;
    this.add(
      `Trial ${index + 1} ${endings[status]}: ${failure?.message ?? figures(result)}`,
      failure !== null,
    );
  }
}

const endings: Record<TrialStatus, string> = {
  waiting: 'waits',
  running: 'runs',
  completed: 'is done',
  failed: 'failed',
  skipped: 'was skipped',
  stopped: 'was stopped',
  interrupted: 'was interrupted',
};

function figures({ requests, throughputRps, latencyMs }: TrialResult): string {
  const all = requests.ok + requests.failed;
  if (all === 0) return 'nothing was measured';
  const failed =
    requests.failed === 0 ? 'nothing failed' : `${roughShare(requests.failed / all)} failed`;
  if (requests.ok === 0) return failed;
  return `${formatRps(throughputRps)}, p99 ${formatMs(latencyMs.p99)}, ${failed}`;
}
