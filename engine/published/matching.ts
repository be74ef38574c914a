import { type FactorName, factorNames } from '../../contracts/experiment/factors.ts';
import type { Round, TrialResult } from '../../contracts/measurement.ts';
import type { PublishedPlace, PublishedTable } from '../../contracts/published.ts';
import type {
  DescribedDecisions,
  DescribedOurs,
  DescribedTable,
  Middle,
  PlaceSource,
  QuotientForm,
} from '../../contracts/study-description.ts';
import { notesOfOurs } from './notes.ts';
import { follow, startOf } from './pointers.ts';
import { fillIn, type Json } from './source.ts';
import { endedOf, type OurRun, trialFigure } from './trial-metrics.ts';

/** Rules that match our values with those of a table; pure. */

/** A value of a trial in the table's unit, at its place in the table. */
interface Point {
  readonly at: PublishedPlace;
  readonly metric: string;
  readonly value: number;
}

/** Derives a table's value from those of two places: `top` ÷ `bottom`. */
export interface Quotient {
  readonly top: PublishedPlace;
  readonly bottom: PublishedPlace;
  readonly form: QuotientForm;
  /** Names of the two. */
  readonly names: readonly [top: string, bottom: string];
}

export interface Matching {
  /** The values of a trial; empty if it does not belong to the table. */
  points(trial: TrialResult, run: OurRun): readonly Point[];
  /** The factors that {@link points} uses, or whose levels are combined; for others the first level is used. */
  readonly factors: readonly FactorName[];
  /** Preferred words instead of the first level, for factors not among these. */
  readonly rather: DescribedOurs['rather'];
  /** Combines the cells at one place. */
  cells(at: PublishedPlace): Middle;
  repetitions(metric: string): Middle;
  /** The place without the dimensions that runs do not vary. */
  ourPlace(at: PublishedPlace): PublishedPlace;
  /** Dimensions in which values of a row are compared: those of which a run has its own levels. */
  pairs(run: OurRun): readonly string[];
  /** Compared metrics; all if left out. */
  readonly metrics?: readonly string[] | undefined;
  /** For a table of ratios. */
  readonly quotient?: ((at: PublishedPlace) => Quotient) | undefined;
  /** Source of a value that the study borrowed. */
  lender(at: PublishedPlace): PublishedPlace | null;
  /** The study's number of requests at a place; null where ours cannot be compared by it. */
  requestsAt(at: PublishedPlace): number | null;
  /** Verdict of the study's own test on a pair in a dimension; null if it prints none. */
  decision(at: PublishedPlace, dimension: string, metric: string): string | null;
  /** Notes on our values, a sentence each. */
  notes(run: OurRun): readonly string[];
}

/** @returns null if runs have nothing to compare with the table, such as sizes of payloads. */
export function matchingOf(
  { ours, marks, decisions }: DescribedTable,
  table: PublishedTable,
  numbers: Json,
): Matching | null {
  if (!ours) return null;
  const { at: sources, only, over, rather, cells, figures, quotient, metrics } = ours;
  const requestsAt = (at: PublishedPlace) => requestsOf(ours, at, numbers);
  const read = Object.values(sources).flatMap((one) => ('factor' in one ? [one.factor] : []));
  const spread = Object.entries(sources).flatMap(([key, source]) =>
    'cells' in source ? [[key, source.cells] as const] : [],
  );
  const ourPlace = (at: PublishedPlace) =>
    Object.fromEntries(Object.entries(at).filter(([key]) => key in sources));
  return {
    points: (trial, run) => pointsOf(ours, table, trial, run, requestsAt),
    factors: [...read, ...over, ...factorsOf(only)],
    rather,
    cells: (at) => spread.map(([key, middles]) => middles[at[key] ?? '']).find(Boolean) ?? cells,
    repetitions: (metric) => figures[metric]?.repetitions ?? 'mean',
    ourPlace,
    pairs: (run) =>
      ours.pairs.filter((key) => {
        const source = sources[key];
        if (!source || !('or' in source) || source.or === undefined) return true;
        return levelsOfRun(source, keysOf(table, key), run).size > 1;
      }),
    metrics,
    quotient:
      quotient &&
      ((at) => {
        const place = (levels: PublishedPlace) => ({
          ...ourPlace(at),
          ...Object.fromEntries(
            Object.entries(levels).map(([key, text]) => [
              key,
              fillIn(text, (of) => at[of] ?? null),
            ]),
          ),
        });
        const named = (text: string) =>
          fillIn(
            text,
            (key) => levelsOfTable(table, key).find((one) => one.key === at[key])?.name ?? null,
          );
        const [top, bottom] = quotient.names;
        return {
          form: quotient.form,
          top: place(quotient.top),
          bottom: place(quotient.bottom),
          names: [named(top), named(bottom)],
        };
      }),
    lender: (at) => {
      const lent = marks.find(
        (mark) =>
          mark.lender && Object.entries(mark.at).every(([key, of]) => of.includes(at[key] ?? '')),
      );
      return lent?.lender ? { ...at, ...lent.lender } : null;
    },
    requestsAt: (at) => {
      const nearest = Object.keys(sources).find((key) => 'nearest' in (sources[key] ?? {}));
      const number = ours.requests ? requestsAt(at) : Number(nearest ? at[nearest] : Number.NaN);
      return Number.isFinite(number) && number > 0 ? number : null;
    },
    decision: (at, dimension, metric) =>
      decisions && dimension === decisions.dimension && decisions.metrics.includes(metric)
        ? decisionAt(decisions, at)
        : null,
    notes: (run) => notesOfOurs(ours, table, run, requestsAt),
  };
}

function decisionAt({ where, found, yes, no }: DescribedDecisions, at: PublishedPlace): string {
  const place = fillIn(where, (key) => at[key] ?? null);
  return found.split(', ').includes(place) ? yes : no;
}

function factorsOf(only: DescribedOurs['only']): FactorName[] {
  return factorNames.filter((factor) => only[factor] !== undefined);
}

function requestsOf({ requests = '' }: DescribedOurs, at: PublishedPlace, numbers: Json): number {
  const text = fillIn(requests, (key) => at[key] ?? null);
  const [found] = text.startsWith('/') ? follow(startOf(numbers), text, {}) : [];
  return Number(found ? found.value : text);
}

function pointsOf(
  ours: DescribedOurs,
  table: PublishedTable,
  trial: TrialResult,
  run: OurRun,
  requestsAt: (at: PublishedPlace) => number,
): Point[] {
  const wanted = factorsOf(ours.only).every((factor) =>
    ours.only[factor]?.includes(wordOf(trial, factor)),
  );
  if (!wanted) return [];
  const rounds = ours.rounds
    ? trial.rounds.filter(({ kind, users }) => kind === ours.rounds && users !== null)
    : [null];
  return rounds.flatMap((round) =>
    placesOf(ours, table, trial, round, run).flatMap((at) =>
      Object.entries(ours.figures).flatMap(([metric, { figure }]) => {
        const measured = { trial, round, saturation: run.saturation, requests: requestsAt(at) };
        const value = trialFigure(figure, measured);
        return value === null ? [] : [{ at, metric, value }];
      }),
    ),
  );
}

/** Places of a trial's values: several where levels share the same cells. */
function placesOf(
  { at: sources }: DescribedOurs,
  table: PublishedTable,
  trial: TrialResult,
  round: Round | null,
  run: OurRun,
): PublishedPlace[] {
  return Object.entries(sources).reduce<PublishedPlace[]>(
    (places, [key, source]) => {
      const levels = levelsOf(source, keysOf(table, key), trial, round, run);
      return places.flatMap((place) => levels.map((level) => ({ ...place, [key]: level })));
    },
    [{}],
  );
}

function levelsOf(
  source: PlaceSource,
  keys: readonly string[],
  trial: TrialResult,
  round: Round | null,
  run: OurRun,
): readonly string[] {
  if ('cells' in source) return Object.keys(source.cells);
  if ('round' in source) return [String(Math.round(round?.users ?? 0))];
  if ('nearest' in source) return [nearest(keys, endedOf(trial))];
  const { factor, other, or, rather } = source;
  const word = wordOf(trial, factor);
  const level = levelOf(source, keys, trial);
  if (or === 'everywhere' && level === undefined) {
    const [first = trial] = run.trials;
    const alone = levelsOfRun(source, keys, run).size === 0 && word === wordOf(first, factor);
    return alone ? keys : [];
  }
  if (rather && trial.cell.protocol === rather.protocol) {
    if (word === rather.word) return [rather.level];
    const has = run.trials.some(
      (one) => one.cell.protocol === rather.protocol && wordOf(one, factor) === rather.word,
    );
    if (has && level === rather.level) return [];
  }
  return [level ?? other].filter((one) => one !== undefined);
}

type OfFactor = Extract<PlaceSource, { readonly factor: FactorName }>;

/** The level that matches a trial's word. */
function levelOf({ factor, levels }: OfFactor, keys: readonly string[], trial: TrialResult) {
  const word = wordOf(trial, factor);
  return levels
    ? Object.keys(levels).find((one) => levels[one]?.includes(word))
    : keys.find((one) => one === word);
}

/** The levels whose words occur in a run. */
function levelsOfRun(source: OfFactor, keys: readonly string[], { trials }: OurRun): Set<string> {
  return new Set(trials.flatMap((trial) => levelOf(source, keys, trial) ?? []));
}

/** The level nearest to a number, by ratio. */
function nearest(levels: readonly string[], value: number): string {
  const distance = (level: string) => Math.abs(Math.log(Number(level) / value));
  return levels.toSorted((a, b) => distance(a) - distance(b))[0] ?? '';
}

/** A trial's level of a factor; `none` if its experiment does not list the factor. */
function wordOf({ cell }: TrialResult, factor: FactorName): string {
  return String(cell[factor] ?? 'none');
}

function keysOf(table: PublishedTable, dimension: string): string[] {
  return levelsOfTable(table, dimension).map(({ key }) => key);
}

function levelsOfTable({ dimensions }: PublishedTable, key: string) {
  return dimensions.find((one) => one.key === key)?.levels ?? [];
}
