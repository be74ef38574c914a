import type { LivePoint } from '../../contracts/engine-api.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { type Load, variesItself } from '../../contracts/experiment/load.ts';
import type { Round, TrialResult } from '../../contracts/measurement.ts';
import type { ClientTax, Saturation, SaturationPoint } from '../../contracts/result.ts';
import { capacityOf, latencyAround } from './scripted-metrics.ts';

/**
 * Invented rounds, saturations and taxes, consistent with the values of `scripted-metrics.ts`: every
 * service follows the Universal Scalability Law with the same contention and coherency.
 */

const sigma = 0.12;
const kappa = 0.0006;

function throughputAt(cell: Cell, users: number): number {
  const peak = Math.sqrt((1 - sigma) / kappa);
  const shape = (n: number) => n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
  return (capacityOf(cell) * shape(users)) / shape(peak);
}

/** The levels of a load, one for each round; empty for closed and open load. */
export function scriptedLevels(load: Load): number[] {
  switch (load.model) {
    case 'closed':
    case 'open':
    case 'plan':
      return [];
    case 'ramp': {
      const seconds = Math.max(2, Math.floor((load.to - load.from) / load.perSecond));
      return Array.from(
        { length: seconds },
        (_, index) => load.from + (index + 0.5) * load.perSecond,
      );
    }
    case 'steps':
      return load.levels;
    case 'stages':
      return load.stages.map(({ to }) => Math.max(1, to));
    case 'search': {
      const levels = [load.from];
      while ((levels.at(-1) ?? 0) * 2 <= load.to) levels.push((levels.at(-1) ?? 0) * 2);
      return levels;
    }
  }
}

const kinds = { ramp: 'ramp', steps: 'step', stages: 'stage', search: 'discovery' } as const;

/** The rounds of one trial; one with many users is suspect, and the last may state its finding. */
export function scriptedRounds(cell: Cell, load: Load): Round[] {
  if (!variesItself(load)) return [];
  const levels = scriptedLevels(load);
  const found = saturated(levels.map((level) => pointAt(cell, level)));
  return levels.map((level, index) => {
    const { throughputRps, meanMs } = pointAt(cell, level);
    const doubtful = load.of === 'users' && level >= 200;
    return {
      index,
      kind: kinds[load.model],
      users: load.of === 'users' ? level : null,
      rate: load.of === 'rate' ? level : null,
      startSeconds: 1 + index * 6,
      seconds: 5,
      ok: Math.round(throughputRps * 5),
      failed: 0,
      dropped: 0,
      throughputRps,
      latencyMs: latencyAround(meanMs),
      verdict: doubtful ? 'suspect' : 'ok',
      reasons: doubtful ? ['The busiest worker was busy for 91 % of the time.'] : [],
      outcome: level === found?.level ? 'Throughput rose by less than 2 %.' : '',
    };
  });
}

function pointAt(cell: Cell, level: number): SaturationPoint {
  const throughputRps = throughputAt(cell, level);
  const meanMs = (level / throughputRps) * 1000;
  return { level, throughputRps, meanMs, p95Ms: meanMs * 2 };
}

/** The first point from which throughput rises by less than 2 %. */
function saturated(curve: readonly SaturationPoint[]): SaturationPoint | null {
  const best = Math.max(...curve.map(({ throughputRps }) => throughputRps));
  return curve.find(({ throughputRps }) => throughputRps >= best * 0.98) ?? null;
}

/** The saturation of a trial with rounds. @param manual the level that was set manually, or null. */
export function scriptedSaturation(trial: TrialResult, manual: number | null): Saturation {
  const [first] = trial.rounds;
  const of = first?.rate === null ? 'users' : 'rate';
  const curve = trial.rounds.map(({ users, rate }) => pointAt(trial.cell, users ?? rate ?? 0));
  const point = saturated(curve);
  const near = (level: number) =>
    [...curve].sort((a, b) => Math.abs(a.level - level) - Math.abs(b.level - level))[0] ?? null;
  const estimate = (value: number) => ({ value, low: value * 0.88, high: value * 1.14 });
  const peak = Math.sqrt((1 - sigma) / kappa);
  return {
    trialId: trial.id,
    cell: trial.cell,
    repetition: trial.repetition,
    of,
    criterion: 'plateau',
    reason: `From ${point?.level} ${of === 'users' ? 'users' : 'requests/s'} on throughput rises by less than 2 %, while p95 goes on climbing.`,
    point,
    manual: manual === null ? null : near(manual),
    knee:
      curve[
        Math.max(0, curve.indexOf(point ?? { level: 0, throughputRps: 0, meanMs: 0, p95Ms: 0 }) - 1)
      ] ?? null,
    usl:
      of === 'rate'
        ? null
        : {
            lambda: estimate(throughputAt(trial.cell, 1)),
            sigma: estimate(sigma),
            kappa: estimate(kappa),
            peakUsers: estimate(peak),
            peakThroughputRps: estimate(throughputAt(trial.cell, peak)),
            r2: 0.994,
            points: curve.length,
            confidence: 0.95,
          },
    curve,
  };
}

/** The extra cost of the library, for every raw trial with a matching library trial. */
export function scriptedTax(trials: readonly TrialResult[]): ClientTax[] {
  const raw = { rest: 9.4, soap: 12.8, grpc: 17.1 };
  const library = { rest: 61, soap: 148, grpc: 82 };
  const levels = ({ cell }: TrialResult) =>
    JSON.stringify([cell.protocol, cell.shape, cell.users, cell.rate, cell.tls]);
  return trials.flatMap((trial) => {
    const { cell, repetition } = trial;
    const other = trials.some(
      (one) => one.cell.client === 'library' && levels(one) === levels(trial),
    );
    if (cell.client !== 'raw' || repetition > 1 || !other) return [];
    const [rawUs, libraryUs] = [
      raw[cell.protocol as keyof typeof raw] ?? 15,
      library[cell.protocol as keyof typeof library] ?? 90,
    ];
    return [{ cell, rawUs, libraryUs, taxUs: libraryUs - rawUs, times: libraryUs / rawUs }];
  });
}

/** Live points in which each round takes a second. */
export function pointsInRounds(points: readonly LivePoint[], load: Load): LivePoint[] {
  const levels = scriptedLevels(load);
  if (levels.length === 0 || !variesItself(load)) return [...points];
  return points.map((point) => {
    const round = Math.min(levels.length - 1, Math.floor(point.at - 0.25));
    const level = Math.round(levels[round] ?? 1);
    const rate = load.of === 'rate' ? level : null;
    return { ...point, round, rate, users: load.of === 'users' ? level : 0 };
  });
}
