import type { RunOutcome } from '../../../contracts/history.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Finding, RunHead } from '../../../contracts/result.ts';
import { capital, workOfTrials, workWords } from '../../../contracts/work.ts';
import { centralFigure } from '../../../figures/central.ts';
import { formatBytes, formatMs, formatShare, threeDigits } from '../../../figures/format.ts';
import { levelOf, levelText } from '../../../figures/levels.ts';
import { errorShare } from '../../../figures/trial-columns.ts';
import { figuresOf } from '../compare/metrics.ts';
import { type OrderedRun, orderedRun, type RepeatedCell } from '../comparisons.ts';
import { findSaturation, type SaturationFound } from '../saturation.ts';
import { evidenceOf, tellContests } from './contest-words.ts';
import { contestsOf } from './contests.ts';
import { firstFailure, limitsOf } from './limits.ts';
import { cellLabel, tellSaturation, tellSearch } from './saturation-words.ts';

/**
 * The answer of a run, to be read first. It claims no more than its statistics do: nobody is ahead
 * whose interval, corrected for all comparisons of the finding, includes 1.
 */
export function findingOf(
  head: RunHead,
  run: OrderedRun,
  saturation: readonly SaturationFound[],
): Finding {
  return {
    ...answerOf(run, saturation),
    limits: limitsOf(run.trials, head.plannedTrials),
    conditions: conditionsOf(head, run.trials),
  };
}

/** What the history says of a run, without what takes long to compute. */
export function runOutcome(
  head: RunHead,
  trials: readonly TrialResult[],
  overrides: ReadonlyMap<string, number>,
): RunOutcome {
  const run = orderedRun(head.experiment, trials);
  const saturation = findSaturation(trials, overrides).sort((a, b) =>
    run.order.compare(a.cell, b.cell),
  );
  const conditions = [...throughputOf(run), ...measuring(trials), machine(head)].join(' · ');
  return { sentences: answerOf(run, saturation).sentences, conditions };
}

/** `120 to 4,500 requests/s`; nothing of loads that go through levels of their own, whose mean says nothing. */
function throughputOf({ cells }: OrderedRun): string[] {
  const trials = cells.flatMap((one) => one.trials);
  if (trials.some(({ rounds }) => rounds.length > 0)) return [];
  const figures = cells.flatMap((one) => centralFigure(figuresOf('throughput', one.trials)) ?? []);
  if (figures.length === 0) return [];
  const [low, high] = [Math.min(...figures), Math.max(...figures)].map(threeDigits);
  return [`${low === high ? low : `${low} to ${high}`} ${workWords[workOfTrials(trials)].rate}`];
}

function answerOf(
  { trials, order, cells }: OrderedRun,
  saturation: readonly SaturationFound[],
): Pick<Finding, 'sentences' | 'evidence'> {
  const completed = cells.flatMap((one) => one.trials);
  const plain = (sentences: readonly string[]) => ({
    sentences: sentences.map(asSentence),
    evidence: [],
  });
  if (!completed.some(({ requests }) => requests.ok > 0)) {
    return {
      sentences: [`No trial was completed with an answer.${firstFailure(trials)}`],
      evidence: [],
    };
  }
  if (completed.some(({ rounds }) => rounds.some(({ kind }) => isSearched(kind)))) {
    return plain(tellSearch(completed));
  }
  if (saturation.length > 0) return plain(tellSaturation(saturation));
  const contests = contestsOf(cells, order);
  if (!contests) return plain([tellHighest(cells)]);
  const { sentences, pairs } = tellContests(contests);
  const at = contests.level === null ? '' : `At ${placeText(cells, contests.level)}, `;
  return {
    sentences: sentences.map((text) => asSentence(at + text)),
    evidence: pairs.map((pair) => evidenceOf(pair, contests.metric)),
  };
}

const isSearched = (kind: string) => kind === 'probe' || kind === 'discovery';

function asSentence(text: string): string {
  return `${capital(text)}.`;
}

function placeText(cells: readonly RepeatedCell[], level: number): string {
  const byRate = cells.some(({ cell }) => cell.rate !== undefined);
  return levelText(byRate ? 'rate' : 'users', level);
}

/** Where nothing is compared: the figures of the cell with the highest level of load. */
function tellHighest(cells: readonly RepeatedCell[]): string {
  const [highest] = cells.toSorted((a, b) => (levelOf(b.cell) ?? 0) - (levelOf(a.cell) ?? 0));
  if (!highest) return 'nothing was measured';
  const { cell, trials } = highest;
  const { rate, theLatency } = workWords[workOfTrials(trials)];
  const level = levelOf(cell);
  const at = level === null ? '' : `At ${placeText([highest], level)}, `;
  const throughput = threeDigits(centralFigure(figuresOf('throughput', trials)));
  const p95 = formatMs(centralFigure(figuresOf('p95', trials)));
  const failed = centralErrors(trials);
  const name = cellLabel(
    cell,
    cells.map((one) => one.cell),
  );
  return `${at}${name} answers ${throughput} ${rate}; p95 of ${theLatency} is ${p95}${failed}`;
}

function centralErrors(trials: readonly TrialResult[]): string {
  const share = Math.max(0, ...trials.map(errorShare));
  return share === 0 ? ', and nothing failed' : `, and up to ${formatShare(share)} failed`;
}

/** `2 cores of Example CPU 3000, 8.6 GB · 3 repetitions · 10 s each` */
function conditionsOf(run: RunHead, trials: readonly TrialResult[]): string {
  const { memoryBytes, os, node, wirebench } = run.environment;
  return [
    `${machine(run)}, ${formatBytes(memoryBytes)}`,
    os,
    `Node ${node}`,
    `Wirebench ${wirebench}`,
    ...measuring(trials),
  ].join(' · ');
}

function machine({ environment: { cpu, cores } }: RunHead): string {
  return `${cores} ${cores === 1 ? 'core' : 'cores'} of ${cpu}`;
}

function measuring(trials: readonly TrialResult[]): string[] {
  const done = trials.filter(({ status }) => status === 'completed');
  const most = Math.max(0, ...done.map(({ repetition }) => repetition));
  const seconds = centralFigure(done.map(({ window }) => window.seconds));
  return [
    ...(most > 0 ? [`${most} ${most === 1 ? 'repetition' : 'repetitions'}`] : []),
    ...(seconds !== null && seconds > 0 ? [`${threeDigits(seconds)} s each`] : []),
  ];
}
