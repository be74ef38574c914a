import { describeCell } from '../../../contracts/experiment/cell.ts';
import { parseThreshold, type Threshold } from '../../../contracts/experiment/threshold.ts';
import type { Round, TrialResult } from '../../../contracts/measurement.ts';
import type { SearchAnswer } from '../../../contracts/search-answer.ts';
import type { LevelUnit } from '../../../contracts/words.ts';
import { centralFigure } from '../../../metrics/central.ts';
import { countOf, formatShare, inSeries, shortDigits } from '../../../metrics/format.ts';
import { levelOfRound, roughLevel } from '../../../metrics/levels.ts';
import { metricName, tooFewWords } from '../../../metrics/threshold-words.ts';
import { labelsAmong } from './cell-labels.ts';

/** Maximum number of cells that are named; more are counted. */
const maxNamed = 3;

/** The answers of the repetitions of a cell. */
interface CellAnswers {
  readonly label: string;
  readonly answers: readonly SearchAnswer[];
  /** Those that found a level. */
  readonly found: readonly SearchAnswer[];
  /** Rounds that missed the objective. */
  readonly missed: readonly Round[];
}

/** Whether all searches of a run by bisection have their answers; older records have none. */
export function haveAnswers(trials: readonly TrialResult[]): boolean {
  return trials.length > 0 && trials.every(({ search }) => search !== undefined);
}

/** The objective that all searches have, such as `p99 below 50 ms`; null without one. */
export function objectiveOf(trials: readonly TrialResult[]): string | null {
  const objectives = new Set(trials.map(({ search }) => search?.objective ?? ''));
  const [only = ''] = objectives;
  return objectives.size === 1 && only !== '' ? objectiveWords(only) : null;
}

const metricNames: Partial<Record<Threshold['metric'], string>> = {
  mean: 'a mean latency',
  min: 'a minimum latency',
  max: 'a maximum latency',
  errors: 'failures',
  dropped: 'dropped arrivals',
};

/** `p99 below 50 ms` */
function objectiveWords(text: string): string {
  const rule = parseThreshold(text);
  if (typeof rule === 'string') return text;
  const { metric, operator, limit } = rule;
  const isShare = metric === 'errors' || metric === 'dropped';
  const name = metricNames[metric] ?? metricName(text);
  const bound = operator === '<' ? 'below' : 'of at most';
  return `${name} ${bound} ${isShare ? formatShare(limit) : `${shortDigits(limit, 3)} ms`}`;
}

/**
 * The load that each cell carries with the objective, and between which levels the limit lies. `isStated`: the headline has
 * already said how much, and which cells met the objective at no level.
 */
export function describeAnswers(trials: readonly TrialResult[], isStated: boolean): string[] {
  const labelOf = labelsAmong(trials.map(({ cell }) => cell));
  const cells = [...Map.groupBy(trials, ({ cell }) => describeCell(cell)).values()].map(
    (own): CellAnswers => {
      const answers = own.flatMap(({ search }) => search ?? []);
      return {
        label: own[0] ? labelOf(own[0].cell) : '',
        answers,
        found: answers.filter(({ level }) => level !== null),
        missed: own.flatMap(({ rounds }) => rounds.filter(({ missed }) => missed !== undefined)),
      };
    },
  );
  const objective = objectiveOf(trials) ?? 'its objective';
  const described = isStated ? cells.filter(({ found }) => found.length > 0) : cells;
  if (described.length === 0) return [];
  const named = described.slice(0, maxNamed);
  const clauses = isStated
    ? [limitClause(named)]
    : named.map((cell, index) => answerClause(cell, index === 0 ? ` with ${objective}` : ''));
  const doubts = named.flatMap((cell) => doubtsOf(cell));
  const rest = described.length - named.length;
  return [
    [...clauses, ...doubts, ...(rest > 0 ? [`and ${rest} more in the tables`] : [])].join('; '),
  ];
}

/** `1,984 requests a second`, `64 users` */
function levelWords(level: number, of: LevelUnit): string {
  if (of === 'rate') return `${roughLevel(level)} requests a second`;
  return countOf(Math.round(level), 'user');
}

/** Levels over all repetitions; the limit lies between the lowest and the highest of theirs. */
function boundsOf(answers: readonly SearchAnswer[]) {
  const lows = answers.flatMap(({ low }) => low ?? []);
  const highs = answers.map(({ high }) => high ?? Number.POSITIVE_INFINITY);
  return { low: Math.min(...lows), high: Math.max(...highs) };
}

/** `REST carries 1,984 requests a second with p99 below 50 ms (between 1,950 and 2,020)` */
function answerClause(cell: CellAnswers, objective: string): string {
  const { label, answers, found } = cell;
  const [first] = found;
  if (!first) return noneClause(cell, objective);
  const { of, few } = first;
  const level = centralFigure(found.map((one) => one.level ?? 0)) ?? 0;
  const { low, high } = boundsOf(found);
  const atLeast = Number.isFinite(high) ? '' : 'at least ';
  const remarks = [
    ...(Number.isFinite(high) ? [`between ${roughLevel(low)} and ${roughLevel(high)}`] : []),
    answers.length === 1 ? 'one repetition' : countOf(answers.length, 'repetition'),
    ...(found.length < answers.length
      ? [`${answers.length - found.length} of them found no level`]
      : []),
    ...(found.every(({ confirmed }) => confirmed) ? [] : ['not confirmed by a last round']),
  ];
  if (few) {
    const needs = tooFewWords({ rule: first.objective, few });
    return `${label} answered ${levelWords(level, of)}${objective}, but ${needs}`;
  }
  return `${label} carries ${atLeast}${levelWords(level, of)}${objective} (${remarks.join(', ')})`;
}

/** `the search found no level of REST with p99 below 50 ms: not even 2 requests a second, because p99 was 64.7 ms` */
function noneClause({ label, answers, missed }: CellAnswers, objective: string): string {
  const highs = answers.flatMap(({ high }) => high ?? []);
  const lowest = missed.find((round) => levelOfRound(round) === Math.min(...highs));
  const [first] = answers;
  const none = `the search found no level of ${label}${objective}`;
  if (!first || !lowest) {
    const isLate = answers.every(({ limit }) => limit === 'generator');
    return isLate ? `${none}: the load generator was too late at all of them` : none;
  }
  return `${none}: not even ${levelWords(levelOfRound(lowest), first.of)}, because ${lowest.missed}`;
}

/** `the limit lies between 1,950 and 2,020 requests a second for REST and between …` */
function limitClause(cells: readonly CellAnswers[]): string {
  const unit = cells[0]?.found[0]?.of === 'users' ? ' users' : ' requests a second';
  const parts = cells.map(({ label, found }, index) => {
    const { low, high } = boundsOf(found);
    const range = Number.isFinite(high)
      ? `between ${roughLevel(low)} and ${roughLevel(high)}`
      : `at ${roughLevel(low)} or above`;
    return `${range}${index === 0 ? unit : ''} for ${label}`;
  });
  return `the limit lies ${inSeries(parts)}`;
}

/** Why a cell may carry more. */
function doubtsOf({ label, found }: CellAnswers): string[] {
  const isEnded = (limit: SearchAnswer['limit']) =>
    found.some((one) => one.high === null && one.limit === limit);
  return [
    ...(isEnded('generator') ? [`above that the load generator was too late for ${label}`] : []),
    ...(isEnded('to') ? [`the search of ${label} ended at its highest level`] : []),
  ];
}
