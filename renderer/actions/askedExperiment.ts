import { protocolFacts } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import { countOf, inSeries } from '../../metrics/format.ts';

/** Questions about bundled services, in the order in which the first view offers them. */
export const asks = [
  { value: 'faster', label: 'Which is faster' },
  { value: 'tls', label: 'What TLS costs' },
  { value: 'saturation', label: 'Where it saturates' },
  { value: 'rate', label: 'Highest rate' },
] as const;

/** What the question on the first view asks. */
export interface Question {
  readonly ask: (typeof asks)[number]['value'];
  readonly protocols: readonly Protocol[];
  /** A shape of the workload `product`. */
  readonly shape: string;
  /** Of `faster` and `tls`. */
  readonly users: number;
  /** Of `saturation`. */
  readonly highestUsers: number;
  /** Highest p99 of `rate`, in milliseconds. */
  readonly limitMs: number;
  /** Of all but `tls`, which has both. */
  readonly tls: boolean;
}

/** Messages of the workload `product` to choose from, with their size in words. */
export const askedShapes = [
  { value: 'small', label: 'Small: 16 characters' },
  { value: 'typical', label: 'Typical: 361 characters' },
  { value: 'large', label: 'Large: 2 MB' },
] as const;

/** Numbers that each question may have: users, or the milliseconds of a limit. A single level shows no saturation. */
export const askedRanges: Readonly<
  Record<Question['ask'], { readonly min: number; readonly max: number }>
> = {
  faster: { min: 1, max: 10_000 },
  tls: { min: 1, max: 10_000 },
  saturation: { min: 2, max: 10_000 },
  rate: { min: 0.001, max: 60_000 },
};

/** Whether a question has what its answer needs: two protocols to be compared, otherwise one, and a number in its range. */
export function isAnswerable(question: Question): boolean {
  const { ask, protocols, users, highestUsers, limitMs } = question;
  const number = { faster: users, tls: users, saturation: highestUsers, rate: limitMs }[ask];
  const { min, max } = askedRanges[ask];
  return protocols.length > (ask === 'faster' ? 1 : 0) && number >= min && number <= max;
}

/** Experiment file for a question: short windows, and comparisons by speed repeated until they are decided. */
export function askedExperiment(question: Question): string {
  const { ask, protocols, shape, users, tls } = question;
  const factors = [
    // The finding is about the first factor that varies.
    ...(ask === 'tls' ? ['tls: [off, on]'] : []),
    `protocol: [${protocols.join(', ')}]`,
    `shape: [${shape}]`,
    ...(ask === 'faster' || ask === 'tls' ? [`users: [${users}]`] : []),
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

function nameOf({ ask, protocols, users, tls, limitMs }: Question): string {
  const names = inSeries(protocols.map((protocol) => protocolFacts[protocol].label));
  const level = countOf(users, 'user');
  const secured = tls ? ' with TLS' : '';
  switch (ask) {
    case 'faster':
      return `${names} at ${level}${secured}`;
    case 'tls':
      return `What TLS costs ${names} at ${level}`;
    case 'saturation':
      return `Where ${names} saturate${protocols.length === 1 ? 's' : ''}${secured}`;
    case 'rate':
      return `Highest rate of ${names}${secured} with p99 below ${limitMs} ms`;
  }
}

function loadOf({ ask, highestUsers, limitMs }: Question): string[] {
  switch (ask) {
    case 'faster':
    case 'tls':
      return ['model: closed', 'warmUp: 500ms', 'duration: 1s'];
    case 'saturation':
      return [
        'model: steps',
        'of: users',
        `levels: [${levelsUpTo(highestUsers).join(', ')}]`,
        'settle: 500ms',
        'hold: 2s',
      ];
    case 'rate':
      return [
        'model: search',
        'method: bisection',
        'of: rate',
        `objective: p99 < ${limitMs}ms`,
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
