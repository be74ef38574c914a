import { protocolFacts } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import { countOf, inSeries } from '../../metrics/format.ts';

const users = { field: 'Users', min: 1, max: 10_000, first: 10, allowDecimal: false } as const;

/**
 * Questions about bundled services, in the order in which the first view offers them, each with the field for its number, the
 * range of that, and the number to begin with.
 */
export const asks = [
  { value: 'faster', label: 'Which is faster', ...users },
  { value: 'tls', label: 'What TLS costs', ...users },
  // A single level shows no saturation.
  {
    value: 'saturation',
    label: 'Where it saturates',
    ...users,
    field: 'Up to users',
    min: 2,
    first: 64,
  },
  {
    value: 'rate',
    label: 'Highest rate',
    field: 'p99 below (ms)',
    min: 0.001,
    max: 60_000,
    first: 50,
    allowDecimal: true,
  },
] as const;

export type Ask = (typeof asks)[number];

/** What the question on the first view asks. */
export interface Question {
  readonly ask: Ask['value'];
  readonly protocols: readonly Protocol[];
  /** A shape of the workload `product`. */
  readonly shape: string;
  /** Users, with `saturation` the most of them, or with `rate` the highest p99 in milliseconds. */
  readonly number: number;
  /** Of all but `tls`, which has both. */
  readonly tls: boolean;
}

/** Messages of the workload `product` to choose from, with their size in words. */
export const askedShapes = [
  { value: 'small', label: 'Small: 16 characters' },
  { value: 'typical', label: 'Typical: 361 characters' },
  { value: 'large', label: 'Large: 2 MB' },
] as const;

/** Whether a question has what its answer needs: two protocols to be compared, otherwise one, and a number in its range. */
export function isAnswerable({ ask, protocols, number }: Question): boolean {
  const { min, max } = askOf(ask);
  return protocols.length > (ask === 'faster' ? 1 : 0) && number >= min && number <= max;
}

/** @returns the first for a name that none has. */
export function askOf(value: string): Ask {
  return asks.find((one) => one.value === value) ?? asks[0];
}

/** Experiment file for a question: short windows, and comparisons by speed repeated until they are decided. */
export function askedExperiment(question: Question): string {
  const { ask, protocols, shape, number, tls } = question;
  const factors = [
    // The finding is about the first factor that varies.
    ...(ask === 'tls' ? ['tls: [off, on]'] : []),
    `protocol: [${protocols.join(', ')}]`,
    `shape: [${shape}]`,
    ...(ask === 'faster' || ask === 'tls' ? [`users: [${number}]`] : []),
    ...(ask !== 'tls' && tls ? ['tls: [on]'] : []),
  ];
  const lines = (list: readonly string[]) => list.map((line) => `  ${line}\n`).join('');
  return `wirebench: 1
name: ${nameOf(question)}
workload: product
target: bundled
factors:
${lines(factors)}load:
${lines(loadOf(question))}${repetitionsOf(question)}pinning: auto
`;
}

function nameOf({ ask, protocols, number, tls }: Question): string {
  const names = inSeries(protocols.map((protocol) => protocolFacts[protocol].label));
  const level = countOf(number, 'user');
  const secured = tls ? ' with TLS' : '';
  switch (ask) {
    case 'faster':
      return `${names} at ${level}${secured}`;
    case 'tls':
      return `What TLS costs ${names} at ${level}`;
    case 'saturation':
      return `Where ${names} saturate${protocols.length === 1 ? 's' : ''}${secured}`;
    case 'rate':
      return `Highest rate of ${names}${secured} with p99 below ${number} ms`;
  }
}

function loadOf({ ask, number }: Question): string[] {
  switch (ask) {
    case 'faster':
    case 'tls':
      return ['model: closed', 'warmUp: 500ms', 'duration: 1s'];
    case 'saturation':
      return [
        'model: steps',
        'of: users',
        `levels: [${levelsUpTo(number).join(', ')}]`,
        'settle: 500ms',
        'hold: 2s',
      ];
    case 'rate':
      return [
        'model: search',
        'method: bisection',
        'of: rate',
        `objective: p99 < ${number}ms`,
        'settle: 500ms',
        'round: 3s',
        'final: 10s',
        'precision: 5%',
      ];
  }
}

/** Powers of two below `highest`, and it. */
function levelsUpTo(highest: number): number[] {
  const levels: number[] = [];
  for (let level = 1; level < highest; level *= 2) levels.push(level);
  return [...levels, highest];
}

/** Time for all repetitions: half a minute for each variant. */
function repetitionsOf({ ask }: Question): string {
  if (ask === 'saturation' || ask === 'rate') return '';
  return `repetitions: {until: decided, within: ${ask === 'tls' ? 60 : 30}s}\n`;
}
