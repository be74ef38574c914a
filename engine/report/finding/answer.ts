import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { Finding, RunHead } from '../../../contracts/result.ts';
import type { LevelUnit } from '../../../contracts/words.ts';
import { capital, workOfTrials, workWords } from '../../../contracts/work.ts';
import { repeated, repeatedDigits } from '../../../metrics/central.ts';
import { formatMs, formatShare, inSeries, threeDigits } from '../../../metrics/format.ts';
import { levelOf, levelText, levelUnit, mixesLevels } from '../../../metrics/levels.ts';
import { errorShare } from '../../../metrics/trial-columns.ts';
import { completedOf } from '../compare/measured-run.ts';
import { figuresOf } from '../compare/metrics.ts';
import type { OrderedRun } from '../comparisons.ts';
import { analyseCrossovers } from '../crossover.ts';
import { crossingWords } from '../crossover-words.ts';
import { type ContestWorks, comparableContests } from '../same-work/comparable.ts';
import type { SaturationFound } from '../saturation.ts';
import { labelsAmong } from './cell-labels.ts';
import {
  describeContests,
  evidenceOf,
  isDecided,
  isOpenPair,
  repetitions,
  type Statement,
  standingOf,
} from './contest-words.ts';
import { type ContestPair, type Contests, contestsOf } from './contests.ts';
import { describeSecond, describeTls } from './effect-words.ts';
import { describeFailing, withoutFailing } from './failing.ts';
import { describeLevels } from './level-words.ts';
import { firstFailure } from './limits.ts';
import { defaultMeasure, type Measure, peakMeasure, searchMeasure } from './measures.ts';
import { describeMixed, describeSaturation, describeSearch } from './saturation-words.ts';
import { describeAnswers, haveAnswers } from './search-words.ts';
import { describeStack } from './stack-words.ts';
import { describeStudy } from './study-words.ts';

type Answer = Pick<Finding, 'sentences' | 'evidence'>;

/** Maximum number of cells that are named; more are counted. */
const maxNamed = 3;

/** An answer, with the contests that it is about; null without any. */
interface ComparedAnswer extends Answer {
  readonly contests: Contests | null;
  /** Also of cells that are left out because they did not do the same work. */
  readonly works: ContestWorks;
  /** Whether some are. */
  readonly isUnlike: boolean;
}

const withoutContests = { contests: null, works: { stated: [], elsewhere: [] } };

/** The sentences of a finding, with the ratios in them. */
export function composeAnswer(
  head: RunHead,
  run: OrderedRun,
  saturation: readonly SaturationFound[],
): ComparedAnswer {
  const { trials, cells } = run;
  if (!cells.some((one) => one.trials.some(({ requests }) => requests.ok > 0))) {
    return {
      sentences: [`${withoutCompleted(trials)}${firstFailure(trials)}`],
      evidence: [],
      ...withoutContests,
      isUnlike: false,
    };
  }
  const { sentences, ...answer } = answerOf(run, saturation);
  const study = describeStudy(head, trials, saturation);
  return { ...answer, sentences: [...sentences, ...study].map(asSentence) };
}

/**
 * Failures come first, then what was not the same work; the speed of a single cell answers no question beside them.
 */
function answerOf(run: OrderedRun, saturation: readonly SaturationFound[]): ComparedAnswer {
  const failing = describeFailing(run);
  const [sound, found] = withoutFailing(run, saturation);
  const all = contestsOfFinding(sound, found);
  const {
    contests,
    works,
    sentences: unlike,
  } = all ? comparableContests(all) : { ...withoutContests, sentences: [] };
  const first = [...(failing === null ? [] : [failing]), ...unlike];
  const isUnlike = unlike.length > 0;
  const isOver = first.length > 0 && !contests;
  if (isOver && (!all || !hasLevels(completedOf(sound.trials), found))) {
    return { sentences: first, evidence: [], contests, works, isUnlike };
  }
  const { sentences, evidence } = measuredAnswer(sound, found, contests, isUnlike);
  return { sentences: [...first, ...sentences], evidence, contests, works, isUnlike };
}

/** Whether there is something to say of each cell alone. */
const hasLevels = (trials: readonly TrialResult[], saturation: readonly SaturationFound[]) =>
  isSearch(trials) || saturation.length > 0;

/** Trials that were cut short may have answers nevertheless. */
function withoutCompleted(trials: readonly TrialResult[]): string {
  const answered = trials.filter(({ requests }) => requests.ok > 0);
  if (answered.length === 0) return 'No trial was completed with an answer.';
  if (answered.length > maxNamed || answered.some(mixesLevels)) {
    return 'No trial was completed; the results cover the answers until then.';
  }
  const labelOf = labelsAmong(trials.map(({ cell }) => cell));
  const { rate } = workWords[workOfTrials(answered)];
  const until = answered.map((trial) => {
    const failed =
      trial.requests.failed > 0 ? `, and ${formatShare(errorShare(trial))} failed` : '';
    return `${labelOf(trial.cell)} handled ${threeDigits(trial.throughputRps)} ${rate}${failed}`;
  });
  return `No trial was completed; until then ${inSeries(until)}.`;
}

/** `gRPC` keeps its spelling. */
function asSentence(text: string): string {
  const names = Object.values(protocolFacts).map(({ label }) => label);
  return `${names.some((name) => text.startsWith(name)) ? text : capital(text)}.`;
}

function measuredAnswer(
  run: OrderedRun,
  saturation: readonly SaturationFound[],
  contests: Contests | null,
  isUnlike: boolean,
): Answer {
  const { cells } = run;
  const trials = completedOf(run.trials);
  const untold = isSearch(trials) && haveAnswers(trials) ? untoldWords(contests) : null;
  if (untold !== null) {
    return { sentences: [[...describeAnswers(trials, false), untold].join('; ')], evidence: [] };
  }
  if (isSearch(trials)) {
    return withContests(contests, run, isUnlike, (isStated) => describeSearch(trials, !isStated));
  }
  if (saturation.length > 0) {
    const rates =
      peakMeasure(saturation) === null && cells.length > 1
        ? ['which carries more is open until all are saturated: go to higher rates']
        : [];
    return withContests(contests, run, isUnlike, (isStated) => [
      ...describeSaturation(saturation, !isStated),
      ...rates,
    ]);
  }
  if (trials.some(mixesLevels)) return { sentences: [describeMixed(trials)], evidence: [] };
  return withContests(contests, run, isUnlike, () => (contests ? [] : [describeHighest(run)]));
}

/** That single searches, each with its limits, do not say which carries more; null where there is more to say. */
function untoldWords(contests: Contests | null): string | null {
  const [only, ...more] = contests?.contests ?? [];
  if (!contests || !only || more.length > 0 || contests.second) return null;
  const { ranked } = standingOf(only, contests.measure);
  const [best] = ranked;
  const isUntold = only.pairs.every(({ compared }) => compared.interval === null);
  if (!best || ranked.length < 2 || !isUntold) return null;
  return `whether ${best.label} is ${contests.measure.ahead} cannot be said after ${repetitions(ranked)}`;
}

/** The contests that the finding of a run is about; null without any. */
export function contestsOfFinding(
  run: OrderedRun,
  saturation: readonly SaturationFound[],
): Contests | null {
  const measure = measureOf(completedOf(run.trials), saturation);
  return measure && contestsOf(run, measure);
}

function measureOf(
  trials: readonly TrialResult[],
  saturation: readonly SaturationFound[],
): Measure | null {
  if (isSearch(trials)) return searchMeasure(trials);
  if (saturation.length > 0) return peakMeasure(saturation);
  return trials.some(mixesLevels) ? null : defaultMeasure(trials);
}

function isSearch(trials: readonly TrialResult[]): boolean {
  return trials.some(({ rounds }) => rounds.some(({ kind }) => isSearched(kind)));
}

const isSearched = (kind: string) => kind === 'probe' || kind === 'discovery';

/**
 * The contests of a run, if any, before its other findings: the headline in one or two sentences, where
 * other levels of load disagree, the effect of the second factor; which of protocol and stack decides.
 * @param isUnlike whether cells of the run are left out of the contests: its grids have them.
 * @param others gets whether the headline has already stated its values.
 */
function withContests(
  contests: Contests | null,
  run: OrderedRun,
  isUnlike: boolean,
  others: (isStated: boolean) => readonly string[],
): Answer {
  if (!contests) return { sentences: [...others(false)], evidence: [] };
  const { level, measure, second } = contests;
  const unit = levelUnit(run.cells.map(({ cell }) => cell)) ?? 'users';
  const at = level === null ? '' : `${atLevel(unit, level, completedOf(run.trials))}, `;
  const headline = withAdvice(
    describeTls(contests, measure) ?? describeContests(contests, measure),
    contests,
  );
  const elsewhere = describeLevels(contests, unit, (pair) => crossingOf(pair, run, contests));
  const effect = second ? describeSecond(second, measure) : { sentences: [], pairs: [] };
  const decision = isUnlike ? { sentences: [], certain: false } : describeStack(run, contests);
  // Only certain findings come before the winner.
  const [first, then] = decision.certain ? [decision.sentences, []] : [[], decision.sentences];
  const alone = [elsewhere, effect, decision].every(({ sentences }) => sentences.length === 0);
  const where = contests.elsewhere.length > 0 ? at : '';
  return {
    sentences: [
      ...first.map((text) => where + text),
      ...(alone ? headline.sentences : [headline.sentences.join('; ')]).map((text) => at + text),
      ...then.map((text) => where + text),
      ...elsewhere.sentences,
      ...effect.sentences.map((text) => at + text),
      ...others(headline.pairs.length > 0),
    ],
    evidence: [headline, elsewhere, effect].flatMap(({ pairs }) =>
      pairs.map((pair) => evidenceOf(pair, measure)),
    ),
  };
}

/** Adds advice where a load through levels leaves the winner open. */
function withAdvice(finding: Statement, { contests, measure }: Contests): Statement {
  const isOpen = contests.every(
    (contest) => !isDecided(standingOf(contest, measure)) && contest.pairs.some(isOpenPair),
  );
  if (measure.shown === null || !isOpen) return finding;
  const last = finding.sentences.at(-1) ?? '';
  return {
    ...finding,
    sentences: [...finding.sentences.slice(0, -1), `${last}; more repetitions may tell them apart`],
  };
}

/** Crossing of the curves of a pair over load, according to the crossovers of the run; null where uncertain. */
function crossingOf(
  { baseline, other }: ContestPair,
  { trials, order }: OrderedRun,
  { measure: { metric } }: Contests,
): string | null {
  if (metric !== 'throughput' && metric !== 'p95') return null;
  const curve = (cell: Cell) => describeCell({ ...cell, users: undefined, rate: undefined });
  const both = [baseline, other].map(({ cell }) => curve(cell));
  const own = trials.filter(({ cell }) => both.includes(curve(cell)));
  const [found] = analyseCrossovers(own, order, [metric]);
  const [crossing, ...more] = found?.crossings ?? [];
  return found && crossing?.interval && more.length === 0 ? crossingWords(found, crossing) : null;
}

/** Without a comparison: the results of the cell with the highest level of load. */
function describeHighest({ cells, trials: all }: OrderedRun): string {
  const [highest] = cells.toSorted((a, b) => (levelOf(b.cell) ?? 0) - (levelOf(a.cell) ?? 0));
  if (!highest) return 'nothing was measured';
  const { cell, trials } = highest;
  const { rate, theLatency } = workWords[workOfTrials(trials)];
  const [level, unit] = [levelOf(cell), levelUnit([cell])];
  const at = level === null || unit === null ? '' : `${atLevel(unit, level, trials)}, `;
  const throughput = repeatedDigits(repeated(figuresOf('throughput', trials)));
  const p95s = repeated(figuresOf('p95', trials));
  const p95 = formatMs(p95s.value, p95s.high - p95s.low);
  const name = labelsAmong(cells.map((one) => one.cell))(cell);
  return `${at}${name} answers ${throughput} ${rate}; p95 of ${theLatency} is ${p95}${failedShare(trials)}${uncompleted(all)}`;
}

function failedShare(trials: readonly TrialResult[]): string {
  const share = Math.max(0, ...trials.map(errorShare));
  return share === 0 ? ', and nothing failed' : `, and up to ${formatShare(share)} failed`;
}

/** `; no trial of gRPC was completed`, or `of gRPC at 4 users` where other levels were. */
function uncompleted(trials: readonly TrialResult[]): string {
  const isDone = ({ status }: TrialResult) => status === 'completed';
  const labelOf = labelsAmong(trials.map(({ cell }) => cell));
  const cells = [...Map.groupBy(trials, ({ cell }) => describeCell(cell)).values()];
  const missing = cells.flatMap(([first, ...more]) =>
    first ? [{ cell: first.cell, isDone: [first, ...more].some(isDone) }] : [],
  );
  const names = new Set(
    [...Map.groupBy(missing, ({ cell }) => labelOf(cell))].flatMap(([label, levels]) => {
      const none = levels.filter((one) => !one.isDone);
      if (none.length === levels.length) return [label];
      return none.map(({ cell }) => `${label} at ${levelWords(cell)}`);
    }),
  );
  if (names.size === 0) return '';
  const named = names.size > maxNamed ? `${names.size} other cells` : inSeries([...names]);
  return `; no trial of ${named} was completed`;
}

/** `at 30 users`, or `at 30 users (fewer once a machine was lost)` where a completed trial continued without one. */
function atLevel(unit: LevelUnit, level: number, trials: readonly TrialResult[]): string {
  const isShort = trials.some(
    ({ cell, lostMachines = [] }) => lostMachines.length > 0 && levelOf(cell) === level,
  );
  return `at ${levelText(unit, level)}${isShort ? ` (${unit === 'users' ? 'fewer' : 'less'} once a machine was lost)` : ''}`;
}

function levelWords(cell: Cell): string {
  const [level, unit] = [levelOf(cell), levelUnit([cell])];
  return level === null || unit === null ? 'its level' : levelText(unit, level);
}
