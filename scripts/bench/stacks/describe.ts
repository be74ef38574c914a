import { protocolFacts } from '../../../contracts/protocols.ts';
import { stackFacts } from '../../../contracts/stacks.ts';
import { formatDuration } from '../../../metrics/format.ts';
import { pairedRatios, type Standing } from '../contest/interleave.ts';
import { count, fixed, markdownTable, megabytes, percent } from '../support/markdown.ts';
import { median } from '../support/statistics.ts';
import { connections, type MeasuredStack, own, type ServiceLoad } from './measure.ts';

/** A core that is busy for less than this has time left. */
const nearlyAll = 0.9;

const titles = [
  'service',
  'requests/s',
  'lowest – highest',
  'CPU per request (µs)',
  'memory (MB)',
  'service core',
  'generator core',
  'failed',
  'wrk or h2load (requests/s)',
  'Wirebench ÷ it',
  'lowest – highest',
];

const nameOf = ({ stack, protocol }: Pick<MeasuredStack, 'stack' | 'protocol'>) =>
  `${stackFacts[stack].label} ${protocolFacts[protocol].label}`;

interface Sides {
  readonly mine: Standing | undefined;
  readonly other: Standing | undefined;
}

function sidesOf({ contest: { standings } }: MeasuredStack): Sides {
  const mine = standings.find(({ name }) => name === own);
  return { mine, other: standings.find((standing) => standing !== mine) };
}

const range = (values: readonly number[], write: (value: number) => string) =>
  values.length === 0 ? '–' : `${write(Math.min(...values))} – ${write(Math.max(...values))}`;

function rowOf(measured: MeasuredStack): string[] {
  const { mine, other } = sidesOf(measured);
  const loads = measured.loads.filter(({ by }) => by === own);
  const ratios = pairedRatios(mine, other);
  return [
    nameOf(measured),
    count(mine?.throughputRps ?? Number.NaN),
    range(mine?.rates ?? [], count),
    fixed(median(loads.map(({ cpuUs }) => cpuUs)), 1),
    megabytes(Math.max(...loads.map(({ rssBytes }) => rssBytes))),
    percent(mine?.serviceCores ?? Number.NaN),
    percent(mine?.generatorCores ?? Number.NaN),
    count((mine?.failed ?? 0) + (other?.failed ?? 0)),
    count(other?.throughputRps ?? Number.NaN),
    fixed(median(ratios), 2),
    range(ratios, (ratio) => fixed(ratio, 2)),
  ];
}

/** The limiting side, in a sentence. */
function limits(measured: readonly MeasuredStack[]): string {
  const isFull = (row: MeasuredStack) => (sidesOf(row).mine?.serviceCores ?? 0) >= nearlyAll;
  const rest = measured.filter((row) => !isFull(row)).map(nameOf);
  const full = `The core of the service was full (at least ${percent(nearlyAll)})`;
  if (rest.length === 0) return `${full} in every row: throughput is the service’s.`;
  if (rest.length === measured.length) {
    return `${full} in no row: generators, or other programs, were the limit. Compare the CPU per request.`;
  }
  return `${full} in all rows but ${rest.join(', ')}. Where it was, throughput is the service’s; where it was not, compare the CPU per request.`;
}

/** Requests in flight at the end of a load may be counted by the service but not by a generator that exits. */
export function agrees({ by, counted, reported }: ServiceLoad): boolean {
  return counted >= reported && counted - reported <= (by === own ? 0 : connections);
}

function counts(measured: readonly MeasuredStack[]): string[] {
  const loads = measured.flatMap(({ loads }) => loads);
  const total = loads.reduce((sum, { counted }) => sum + counted, 0);
  const differing = measured.flatMap((row) =>
    row.loads
      .filter((load) => !agrees(load))
      .map(
        ({ by, counted, reported }) =>
          `**Counts differ**: the ${nameOf(row)} service counted ${count(counted)} requests, ${by} got ${count(reported)} answers.`,
      ),
  );
  if (differing.length > 0) return differing;
  return [
    `The services counted ${count(total)} requests in ${loads.length} loads: exactly as many as Wirebench sent, and as many as wrk or h2load report plus those in flight at the end of each load (at most one for each connection), for which they do not wait.`,
  ];
}

function warmUps(measured: readonly MeasuredStack[]): string[] {
  return measured.flatMap(({ warmUp, ...row }) => {
    if (!warmUp) return [];
    const how = warmUp.steady ? 'steady' : '**not steady**';
    return [`${nameOf(row)} was ${how} after ${formatDuration(warmUp.seconds)}.`];
  });
}

/** The table of all services, with notes. @param absent sentences on stacks that were not measured. */
export function describeStacks(
  measured: readonly MeasuredStack[],
  absent: readonly string[],
): string {
  if (measured.length === 0) return absent.join('\n\n');
  const runtimes = [...new Set(measured.flatMap(({ runtime }) => runtime ?? []))];
  const missing = [...new Set(measured.flatMap((row) => row.missing))];
  const notes = [
    limits(measured),
    ...counts(measured),
    [...(runtimes.length > 0 ? [`${runtimes.join(', ')}.`] : []), ...warmUps(measured)].join(' '),
    ...(missing.length > 0 ? [`Not installed here: ${missing.join(', ')}.`] : []),
    ...measured.flatMap((row) =>
      row.contest.dropouts.map(
        ({ name, reason }) => `${name} failed with ${nameOf(row)}: ${reason.split('\n')[0]}`,
      ),
    ),
    ...absent,
  ].filter((note) => note !== '');
  return [markdownTable(titles, measured.map(rowOf)), ...notes].join('\n\n');
}
