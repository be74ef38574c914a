import { protocolFacts } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import { countOf, inSeries } from '../../metrics/format.ts';

/** What the question on the first view asks. */
export interface Question {
  readonly protocols: readonly Protocol[];
  /** A shape of the workload `product`. */
  readonly shape: string;
  readonly users: number;
  readonly tls: boolean;
}

/** Messages of the workload `product` to choose from, with their size in words. */
export const askedShapes = [
  { value: 'small', label: 'Small: 16 characters' },
  { value: 'typical', label: 'Typical: 361 characters' },
  { value: 'large', label: 'Large: 2 MB' },
] as const;

/** Experiment file for a question: short windows, repeated until the answer is known. */
export function askedExperiment({ protocols, shape, users, tls }: Question): string {
  const names = inSeries(protocols.map((protocol) => protocolFacts[protocol].label));
  const secured = tls ? ' with TLS' : '';
  return `wirebench: 1
name: ${names} at ${countOf(users, 'user')}${secured}
workload: product
target: bundled
factors:
  protocol: [${protocols.join(', ')}]
  shape: [${shape}]
  users: [${users}]
${tls ? '  tls: [on]\n' : ''}load:
  model: closed
  warmUp: 500ms
  duration: 1s
repetitions: {until: decided, within: 30s}
pinning: auto
`;
}
