import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import type { Round, TrialResult } from '../../../contracts/measurement.ts';
import { centralFigure } from '../../../metrics/central.ts';
import { countOf, threeDigits } from '../../../metrics/format.ts';
import { levelDigits, levelOfRound, levelText, roughLevel } from '../../../metrics/levels.ts';
import { describeSaturationLevel, type SaturationFound } from '../saturation.ts';
import { labelsAmong } from './cell-labels.ts';
import { describeAnswers, haveAnswers } from './search-words.ts';

/** Maximum number of cells that a sentence names; the others are counted. */
const maxNamed = 3;

/**
 * Saturation of each cell over its repetitions: a clause for each of the first cells.
 * @param figures whether to state throughput too, unless a comparison of peaks already has.
 */
export function describeSaturation(
  saturations: readonly SaturationFound[],
  figures = true,
): string[] {
  const cells = [...Map.groupBy(saturations, ({ cell }) => describeCell(cell)).values()];
  const labelOf = labelsAmong(saturations.map(({ cell }) => cell));
  const clauses = cells.slice(0, maxNamed).map((own) => describeCurve(own, labelOf, figures));
  const rest = cells.length - clauses.length;
  return [[...clauses, ...(rest > 0 ? [`and ${rest} more in the tables`] : [])].join('; ')];
}

function describeCurve(
  own: readonly SaturationFound[],
  labelOf: (cell: Cell) => string,
  withThroughput: boolean,
): string {
  const [first] = own;
  if (!first) return '';
  const { cell, of } = first;
  const found = own.flatMap(({ manual, point }) => manual ?? point ?? []);
  const name = labelOf(cell);
  if (found.length === 0) {
    const highest = Math.max(...own.flatMap(({ curve }) => curve.map(({ level }) => level)));
    return `${name} did not saturate up to ${describeSaturationLevel(highest, of)}`;
  }
  const levels = found.map(({ level }) => level);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const throughput = centralFigure(found.map(({ throughputRps }) => throughputRps));
  const figures = [
    ...(withThroughput ? [`${threeDigits(throughput)} requests/s`] : []),
    ...(low === high ? [] : [`${roughLevel(low)} to ${roughLevel(high)} in single repetitions`]),
    ...(found.length < own.length
      ? [`in ${found.length} of ${countOf(own.length, 'repetition')}`]
      : []),
    ...(own.length === 1 ? ['one repetition'] : []),
  ];
  const level = describeSaturationLevel(centralFigure(levels) ?? 0, of);
  const remark = figures.length === 0 ? '' : ` (${figures.join(', ')})`;
  const where = own.every(isSaturatedThroughout) ? 'at or below' : 'at about';
  return `${name} saturates ${where} ${level}${remark}`;
}

/** Whether even the lowest level was saturated, so that saturation may begin below it. */
function isSaturatedThroughout({ manual, point, curve }: SaturationFound): boolean {
  return manual === null && point !== null && point.level <= (curve[0]?.level ?? 0);
}

/** Finding for stages that do not keep rising, which have no saturation either. */
export function describeMixed(trials: readonly TrialResult[]): string {
  const rounds = trials.flatMap((one) => one.rounds);
  const of = rounds.some(({ users }) => users === null) ? 'rate' : 'users';
  const levels = rounds.map(levelOfRound);
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
  return `the load went through levels between ${levelDigits(lowest)} and ${levelText(of, highest)} that do not keep rising: results over all of them describe no single load, so nothing is compared; the rounds have the results of each level`;
}

/**
 * Result of a search: the level of the round that represents each trial, and its throughput.
 * @param figures as in {@link describeSaturation}.
 */
export function describeSearch(trials: readonly TrialResult[], figures = true): string[] {
  if (haveAnswers(trials)) return describeAnswers(trials, !figures);
  const cells = [...Map.groupBy(trials, ({ cell }) => describeCell(cell)).values()];
  const labelOf = labelsAmong(trials.map(({ cell }) => cell));
  const clauses = cells.slice(0, maxNamed).flatMap((own) => {
    const rounds = own.flatMap(({ rounds, headlineRound }) =>
      rounds.filter(({ index }) => index === headlineRound),
    );
    const [first] = rounds;
    const cell = own[0]?.cell;
    if (!cell) return [];
    if (!first) return [`${labelOf(cell)} met the objective at no level of the search`];
    const met = rounds.filter(({ missed }) => missed === undefined);
    if (met.length === 0) return [describeMissed(rounds, labelOf(cell))];
    const of = first.users === null ? 'rate' : 'users';
    const level = centralFigure(met.map(levelOfRound)) ?? 0;
    const throughput = centralFigure(met.map(({ throughputRps }) => throughputRps));
    const times = own.length === 1 ? 'one repetition' : countOf(own.length, 'repetition');
    const others =
      met.length < own.length
        ? `; in ${own.length - met.length} of them no ${roundWords(rounds.filter((round) => !met.includes(round)))} met the objective`
        : '';
    const ended = own === cells[0] ? 'the search ended at' : 'it ended at';
    return [
      `${ended} ${describeSaturationLevel(level, of)} for ${labelOf(cell)} (${figures ? `${threeDigits(throughput)} requests/s, ` : ''}${times}${others})`,
    ];
  });
  const rest = cells.length - clauses.length;
  return [[...clauses, ...(rest > 0 ? [`and ${rest} more in the tables`] : [])].join('; ')];
}

/** A search has no final round where its file disables it, and where no level met the objective. */
const roundWords = (missed: readonly Round[]) =>
  missed.length > 0 && missed.every(({ kind }) => kind === 'final') ? 'final round' : 'round';

/** Finding for a search that missed the objective in the last round of each repetition. */
function describeMissed(rounds: readonly Round[], label: string): string {
  const lowest = [...rounds].sort((a, b) => levelOfRound(a) - levelOfRound(b))[0];
  if (!lowest) return '';
  const of = lowest.users === null ? 'rate' : 'users';
  const which = rounds.length === 1 ? 'the last' : 'the lowest of them';
  const level = describeSaturationLevel(levelOfRound(lowest), of);
  return `no ${roundWords(rounds)} of the search met the objective for ${label}: ${which}, at ${level}, missed it because ${lowest.missed}`;
}
