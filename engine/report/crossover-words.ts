import type { Crossover, CrossoverFigure } from '../../contracts/result.ts';
import { cellLevelLabel } from '../../metrics/cell-columns.ts';
import { roughLevel } from '../../metrics/levels.ts';
import { fewestRepetitions } from '../stats/crossover.ts';

type JudgedCrossover = Omit<Crossover, 'finding'>;
type Crossing = JudgedCrossover['crossings'][number];

const figureWords: Record<CrossoverFigure, string> = {
  throughput: 'Throughput',
  mean: 'Mean latency',
  p95: 'p95 latency',
  p99: 'p99 latency',
};

/**
 * One or two sentences about a crossover: `Throughput of gRPC passes REST at 62 users (95 % interval 48 to 81).`
 * @param bound whether the load generator was the limit at a crossing.
 */
export function describeCrossover(crossover: JudgedCrossover, bound: boolean): string {
  const sure = crossover.crossings.filter(({ interval }) => interval !== null);
  const unsure = crossover.crossings.length - sure.length;
  if (sure.length === 0) {
    return unsure > 0 ? describeUnsure(crossover) : describeNone(crossover);
  }
  return [
    ...sure.map((crossing) => `${describeCrossing(crossover, crossing)}.`),
    ...(unsure > 0 ? ['At other levels they are too close to tell.'] : []),
    ...(bound
      ? ['The load generator was the limit there, so the services may cross at other levels.']
      : []),
  ].join(' ');
}

function describeCrossing(crossover: JudgedCrossover, crossing: Crossing): string {
  return `${passing(crossover, crossing.higher, 'passes', 'rises above')} at ${crossingWords(crossover, crossing)}`;
}

/** `62 users (95 % interval 48 to 81)` */
export function crossingWords(
  { of, confidence }: JudgedCrossover,
  { level, interval }: Crossing,
): string {
  const range = interval
    ? ` (${Math.round(confidence * 100)} % interval ${roughLevel(interval.low)} to ${roughLevel(interval.high)})`
    : '';
  return levelWords(level, of) + range;
}

function passing(
  { figure, factor, cell, baseline }: JudgedCrossover,
  higher: Crossing['higher'],
  passes: string,
  rises: string,
): string {
  const names = [cellLevelLabel(factor, cell), cellLevelLabel(factor, baseline)];
  const [upper, lower] = higher === 'cell' ? names : names.toReversed();
  const verb = figure === 'throughput' ? passes : `${rises} that of`;
  return `${figureWords[figure]} of ${upper} ${verb} ${lower}`;
}

function describeUnsure(crossover: JudgedCrossover): string {
  const { crossings, repetitions, of } = crossover;
  const [first, last] = [crossings[0], crossings.at(-1)];
  if (!first || !last) return '';
  const seems =
    crossings.length === 1
      ? `${passing(crossover, first.higher, 'seems to pass', 'seems to rise above')} at ${levelWords(first.level, of)}`
      : `${subject(crossover)} seem to cross ${crossings.length} times, from ${roughLevel(first.level)} to ${levelWords(last.level, of)}`;
  const doubt =
    repetitions < fewestRepetitions
      ? `but without an interval this may be chance: an interval needs at least ${fewestRepetitions} repetitions`
      : 'but they are too close there to rule out chance';
  return `${seems}, ${doubt}.`;
}

/** The curves do not cross. */
function describeNone(crossover: JudgedCrossover): string {
  const { figure, factor, cell, baseline, levels, of } = crossover;
  const [first, last] = [levels[0], levels.at(-1)];
  const apart = levels.filter(({ ratio }) => ratio !== 1);
  const range = `${roughLevel(first?.level ?? 0)} to ${levelWords(last?.level ?? 0, of)}`;
  if (apart.length === 0) return `${subject(crossover)} are the same at all levels, ${range}.`;
  const names = [cellLevelLabel(factor, cell), cellLevelLabel(factor, baseline)];
  const [upper, lower] = (apart[0]?.ratio ?? 1) > 1 ? names : names.toReversed();
  const certain = levels.filter((one) => one.certain).length;
  const surely = certain === levels.length ? '' : `, for certain at ${certain} of ${levels.length}`;
  return `${figureWords[figure]} of ${upper} is above that of ${lower} at all levels, ${range}${surely}.`;
}

function subject({ figure, factor, cell, baseline }: JudgedCrossover): string {
  return `${figureWords[figure]} of ${cellLevelLabel(factor, cell)} and of ${cellLevelLabel(factor, baseline)}`;
}

function levelWords(level: number, of: JudgedCrossover['of']): string {
  if (of === 'rate') return `${roughLevel(level)} per second`;
  return `${roughLevel(level)} ${roughLevel(level) === '1' ? 'user' : 'users'}`;
}
