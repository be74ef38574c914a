import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../../contracts/experiment/factors.ts';
import type { LatencySummary, TrialResult } from '../../contracts/measurement.ts';
import {
  type Crossover,
  type CrossoverFigure,
  crossoverFigureSchema,
} from '../../contracts/result.ts';
import type { LevelUnit, RoundKind, Verdict } from '../../contracts/words.ts';
import { levelOfRound } from '../../metrics/levels.ts';
import { crossoverConfidence, findCrossover, type PairedLevel } from '../stats/crossover.ts';
import { mean } from '../stats/moments.ts';
import { describeCrossover } from './crossover-words.ts';
import type { LevelOrder } from './level-order.ts';
import { everyTwo } from './statistics/factors.ts';

/** Loads whose cells are measured at common steady levels; a ramp has no steady level, and a bisection chooses its own. */
const kinds: readonly RoundKind[] = ['step', 'discovery'];
const fewestLevels = 3;
/** Factors that are not compared: sizes differ in their requests, and users and rate are the axis of a curve. */
const compared = factorNames.filter((name) => !['shape', 'users', 'rate'].includes(name));

/** Result of one trial at one level. */
interface Sample {
  readonly level: number;
  readonly ok: number;
  readonly throughputRps: number;
  readonly latencyMs: LatencySummary;
  readonly verdict: Verdict;
}

/** A cell over levels of load. */
interface Curve {
  /** Without users and rate. */
  readonly cell: Cell;
  readonly of: LevelUnit;
  /** Whether each trial went through all levels. */
  readonly whole: boolean;
  readonly trials: readonly (readonly Sample[])[];
}

interface Pair {
  readonly factor: FactorName;
  readonly one: Curve;
  readonly other: Curve;
}

/**
 * Crossovers of the throughput and latency curves of two cells that differ in one factor: over the levels of
 * steps or of a search by doubling, or over a factor of users or rates.
 */
export function analyseCrossovers(
  trials: readonly TrialResult[],
  order: LevelOrder,
  figures: readonly CrossoverFigure[] = crossoverFigureSchema.options,
): Crossover[] {
  const completed = trials.filter(({ status }) => status === 'completed');
  const groups = Map.groupBy(completed, ({ cell }) => describeCell(withoutLevel(cell)));
  const curves = [...groups.values()]
    .flatMap(curveOf)
    .sort((a, b) => order.compare(a.cell, b.cell));
  return pairsOf(curves).flatMap((pair) => figures.flatMap((figure) => crossoverOf(pair, figure)));
}

function withoutLevel({ users: _users, rate: _rate, ...cell }: Cell): Cell {
  return cell;
}

function curveOf(trials: readonly TrialResult[]): Curve[] {
  const [first] = trials;
  if (first === undefined) return [];
  const rounds = trials.map((trial) => trial.rounds.filter(({ kind }) => kinds.includes(kind)));
  const cell = withoutLevel(first.cell);
  if (rounds.some((some) => some.length > 0)) {
    const of = rounds.flat().some(({ users }) => users === null) ? 'rate' : 'users';
    const samples = rounds.map((some) =>
      some.map((round): Sample => ({ ...round, level: levelOfRound(round) })),
    );
    return [{ cell, of, whole: true, trials: samples }];
  }
  const samples = trials.flatMap(({ cell: { users, rate }, ...trial }): Sample[] => {
    const level = users ?? rate;
    const { throughputRps, latencyMs, requests, client } = trial;
    if (level === undefined) return [];
    return [{ level, ok: requests.ok, throughputRps, latencyMs, verdict: client.verdict }];
  });
  if (samples.length === 0) return [];
  const of = first.cell.users === undefined ? 'rate' : 'users';
  return [{ cell, of, whole: false, trials: samples.map((sample) => [sample]) }];
}

/** Pairs of curves that differ in one factor alone; the one listed first in the experiment is the baseline. */
function pairsOf(curves: readonly Curve[]): Pair[] {
  return compared.flatMap((factor) => {
    const others = (cell: Cell) =>
      JSON.stringify(compared.concat('shape').map((name) => name === factor || cell[name]));
    const groups = Map.groupBy(curves, ({ cell }) => others(cell));
    return [...groups.values()].flatMap((group) =>
      [...everyTwo(group)].map(
        ({ baseline, other }): Pair => ({ factor, one: other, other: baseline }),
      ),
    );
  });
}

function crossoverOf({ factor, one, other }: Pair, figure: CrossoverFigure): Crossover[] {
  if (one.of !== other.of || one.whole !== other.whole) return [];
  const levels = pairedLevels(one, other, figure);
  if (levels.length < fewestLevels) return [];
  const found = findCrossover(levels, { whole: one.whole });
  const crossover = {
    factor,
    cell: one.cell,
    baseline: other.cell,
    of: one.of,
    figure,
    levels: levels.map((level, at) => ({
      level: level.level,
      ratio: Math.exp(mean(level.one.map(Math.log)) - mean(level.other.map(Math.log))),
      certain: found.certain[at] !== 0,
    })),
    repetitions: Math.min(...levels.flatMap((level) => [level.one.length, level.other.length])),
    crossings: found.crossings.map(({ level, side, interval }) => ({
      level,
      higher: side > 0 ? ('cell' as const) : ('baseline' as const),
      interval,
    })),
    confidence: crossoverConfidence,
  };
  const bound = crossover.crossings.some(({ level }) => isClientBound([one, other], level));
  return [{ ...crossover, finding: describeCrossover(crossover, bound) }];
}

function pairedLevels(one: Curve, other: Curve, figure: CrossoverFigure): PairedLevel[] {
  const [ofOne, ofOther] = [valuesByLevel(one, figure), valuesByLevel(other, figure)];
  return [...ofOne]
    .flatMap(([level, values]) => {
      const others = ofOther.get(level);
      return others ? [{ level, one: values, other: others }] : [];
    })
    .sort((a, b) => a.level - b.level);
}

/** A metric at each level at which all trials that reached it have it. */
function valuesByLevel({ trials, whole }: Curve, figure: CrossoverFigure): Map<number, number[]> {
  const byLevel = Map.groupBy(trials.flat(), ({ level }) => level);
  return new Map(
    [...byLevel].flatMap(([level, samples]) => {
      const values = samples.map((sample) => figureOf(sample, figure));
      const complete = !whole || values.length === trials.length;
      return level > 0 && complete && values.every((value) => value > 0) ? [[level, values]] : [];
    }),
  );
}

/** 0 without one. */
function figureOf({ ok, throughputRps, latencyMs }: Sample, figure: CrossoverFigure): number {
  if (ok === 0) return 0;
  return figure === 'throughput' ? throughputRps : latencyMs[figure];
}

/** Whether the load generator was the limit in at least half of the results just before and after a crossing. */
function isClientBound(curves: readonly Curve[], crossing: number): boolean {
  const samples = curves.flatMap(({ trials }) => trials.flat());
  const levels = samples.map(({ level }) => level);
  const before = Math.max(...levels.filter((level) => level <= crossing));
  const after = Math.min(...levels.filter((level) => level >= crossing));
  const near = samples.filter(({ level }) => level === before || level === after);
  return 2 * near.filter(({ verdict }) => verdict === 'client-bound').length >= near.length;
}
