import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Finding, RunHead, Saturation } from '../../../contracts/result.ts';
import { capital, workOfTrials, workWords } from '../../../contracts/work.ts';
import { centralFigure } from '../../../figures/central.ts';
import { formatBytes, formatMs, formatShare, threeDigits } from '../../../figures/format.ts';
import { levelOf, levelText } from '../../../figures/levels.ts';
import { errorShare } from '../../../figures/trial-columns.ts';
import { figuresOf } from '../compare/metrics.ts';
import type { OrderedRun, RepeatedCell } from '../comparisons.ts';
import { evidenceOf, tellContests } from './contest-words.ts';
import { contestsOf } from './contests.ts';
import { limitsOf, why } from './limits.ts';
import { cellLabel, tellSaturation, tellSearch } from './saturation-words.ts';

/**
 * The answer of a run, to be read first. It claims no more than its statistics do: nobody is ahead
 * whose interval, corrected for all comparisons of the finding, includes 1.
 */
export function findingOf(
  head: RunHead,
  run: OrderedRun,
  saturation: readonly Saturation[],
): Finding {
  return {
    ...answerOf(run, saturation),
    limits: limitsOf(run.trials, head.plannedTrials),
    conditions: conditionsOf(head, run.trials),
  };
}

function answerOf(
  { trials, order, cells }: OrderedRun,
  saturation: readonly Saturation[],
): Pick<Finding, 'sentences' | 'evidence'> {
  const completed = cells.flatMap((one) => one.trials);
  const plain = (sentences: readonly string[]) => ({
    sentences: sentences.map(asSentence),
    evidence: [],
  });
  if (!completed.some(({ requests }) => requests.ok > 0)) {
    return {
      sentences: [`No trial was completed with an answer.${why(trials)}`],
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
  const { cpu, cores, memoryBytes, os, node, wirebench } = run.environment;
  const done = trials.filter(({ status }) => status === 'completed');
  const most = Math.max(0, ...done.map(({ repetition }) => repetition));
  const seconds = centralFigure(done.map(({ window }) => window.seconds));
  return [
    `${cores} ${cores === 1 ? 'core' : 'cores'} of ${cpu}, ${formatBytes(memoryBytes)}`,
    os,
    `Node ${node}`,
    `Wirebench ${wirebench}`,
    ...(most > 0 ? [`${most} ${most === 1 ? 'repetition' : 'repetitions'}`] : []),
    ...(seconds !== null && seconds > 0 ? [`${threeDigits(seconds)} s each`] : []),
  ].join(' · ');
}
