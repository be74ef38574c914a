import type { RunOutcome } from '../../../contracts/history.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Certainty, Finding, RunHead } from '../../../contracts/result.ts';
import { workOfTrials, workWords } from '../../../contracts/work.ts';
import { centralFigure, repeated, repeatedDigits } from '../../../metrics/central.ts';
import { countOf, formatBytes, threeDigits } from '../../../metrics/format.ts';
import { namesOfServices, placesOfServices, sourcesOfLoad } from '../../../metrics/other-side.ts';
import { ComparisonFamily } from '../../stats/sequential.ts';
import { figuresOf } from '../compare/metrics.ts';
import { type OrderedRun, orderedRun } from '../comparisons.ts';
import { coresFoughtOver } from '../core-sharing.ts';
import type { ContestWorks } from '../same-work/comparable.ts';
import { findSaturation, type SaturationFound } from '../saturation.ts';
import { pairedValues } from '../until-decided.ts';
import { composeAnswer } from './answer.ts';
import { certaintyOf } from './certainty.ts';
import type { Contests } from './contests.ts';
import { isFailing } from './failing.ts';
import { limitsOf } from './limits.ts';

/** More repetitions than these are not worth announcing. */
const maxExpected = 300;

/**
 * The main result of a run. It claims no more than its statistics: no entrant is ahead
 * whose difference, corrected for all comparisons of its factor in the run, may be chance.
 * @returns it, and whether the cells that it is about did the same work.
 */
export function findingOf(
  head: RunHead,
  run: OrderedRun,
  saturation: readonly SaturationFound[],
): { readonly finding: Finding; readonly works: ContestWorks } {
  const sharedCores = coresFoughtOver(head);
  const { contests, works, isUnlike, ...answer } = composeAnswer(head, run, saturation);
  const certainty = contests && certaintyIn(contests, run, sharedCores);
  const finding = {
    ...answer,
    ...(run.cells.some(isFailing) ? { failing: true as const } : {}),
    ...(isUnlike ? { unlike: true as const } : {}),
    ...(certainty && { certainty }),
    limits: limitsOf(run.trials, head.plannedTrials),
    conditions: conditionsOf(head, run.trials),
    ...(sharedCores === null ? {} : { sharedCores }),
  };
  return { finding, works };
}

function certaintyIn(
  contests: Contests,
  { untilDecided }: OrderedRun,
  sharedCores: number | null,
): Certainty | null {
  const family = new ComparisonFamily(Math.max(1, contests.tests));
  return certaintyOf(contests, sharedCores, ({ baseline, other }) => {
    if (!untilDecided) return null;
    const pairs = pairedValues(baseline.trials, other.trials, contests.measure.figureOf);
    const look = family.expectedLook(pairs, untilDecided.margin, maxExpected);
    return look === null ? null : look - pairs.length;
  });
}

/** The finding for the history, without slow computations. */
export function runOutcome(
  head: RunHead,
  trials: readonly TrialResult[],
  overrides: ReadonlyMap<string, number>,
): RunOutcome {
  const run = orderedRun(head.experiment, trials);
  const saturation = findSaturation(trials, overrides).sort((a, b) =>
    run.order.compare(a.cell, b.cell),
  );
  const conditions = [
    ...throughputOf(run),
    ...measuring(trials),
    machine(head),
    ...sourcesOfLoad(trials),
    ...namesOfServices(trials),
  ].join(' · ');
  return { sentences: composeAnswer(head, run, saturation).sentences, conditions };
}

/** `120 to 4,500 requests/s`; empty for loads that go through levels, whose mean is meaningless. */
function throughputOf({ cells }: OrderedRun): string[] {
  const trials = cells.flatMap((one) => one.trials);
  if (trials.some(({ rounds }) => rounds.length > 0)) return [];
  const figures = cells
    .map((one) => repeated(figuresOf('throughput', one.trials)))
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const [lowest, highest] = [figures[0], figures.at(-1)];
  if (!lowest || !highest) return [];
  const [low, high] = [lowest, highest].map((figure) => repeatedDigits(figure));
  return [`${low === high ? low : `${low} to ${high}`} ${workWords[workOfTrials(trials)].rate}`];
}

/** `2 cores of Example CPU 3000, 8.6 GB · 3 repetitions · 10 s each` */
function conditionsOf(run: RunHead, trials: readonly TrialResult[]): string {
  const { memoryBytes, os, node, wirebench } = run.environment;
  return [
    `${machine(run)}, ${formatBytes(memoryBytes)}`,
    os,
    `Node ${node}`,
    `Wirebench ${wirebench}`,
    ...sourcesOfLoad(trials),
    ...placesOfServices(trials),
    ...measuring(trials),
  ].join(' · ');
}

function machine({ environment: { cpu, cores } }: RunHead): string {
  return `${countOf(cores, 'core')} of ${cpu}`;
}

function measuring(trials: readonly TrialResult[]): string[] {
  const done = trials.filter(({ status }) => status === 'completed');
  const most = Math.max(0, ...done.map(({ repetition }) => repetition));
  const seconds = centralFigure(done.map(({ window }) => window.seconds));
  return [
    ...(most > 0 ? [countOf(most, 'repetition')] : []),
    ...(seconds !== null && seconds > 0 ? [`${threeDigits(seconds)} s each`] : []),
  ];
}
