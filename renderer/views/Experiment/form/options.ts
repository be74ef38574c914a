import { workloads as contracts } from '../../../../contracts/workloads/registry.ts';

/** The choices of settings that have a few, each with what it means. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly help?: string;
}

export const workloads: readonly Choice[] = Object.values(contracts).map(
  ({ description: { name } }) => ({
    value: name,
    label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  }),
);

export const loadModels: readonly (Choice & { readonly note: string })[] = [
  {
    value: 'closed',
    label: 'Closed: users wait',
    note: 'each user sends its next request when the last answer is in',
  },
  {
    value: 'open',
    label: 'Open: requests arrive',
    note: 'requests are due at their time, whether or not answers are in',
  },
  {
    value: 'ramp',
    label: 'Ramp: rises steadily',
    note: 'the level rises until the service saturates',
  },
  { value: 'steps', label: 'Steps: a ladder', note: 'each level is held and measured by itself' },
  { value: 'stages', label: 'Stages: a profile', note: 'straight lines from level to level' },
  {
    value: 'search',
    label: 'Search: finds a level',
    note: 'rounds look for the level worth measuring',
  },
  {
    value: 'plan',
    label: 'Plan: use cases',
    note: 'several requests that follow from each other, over and over',
  },
];

export const schedules: readonly Choice[] = [
  { value: 'stagger', label: 'Stagger', help: 'one iteration after the other' },
  { value: 'load', label: 'Load', help: 'all iterations at once' },
];

export const forms: readonly Choice[] = [
  { value: 'staged', label: 'Staged', help: 'the requests of a stage together' },
  { value: 'sequential', label: 'Sequential', help: 'one request after the other' },
  { value: 'parallel', label: 'Parallel', help: 'all that need no answer before together' },
];

export const setUps: readonly Choice[] = [
  { value: 'inside', label: 'Timed', help: 'part of the time of an iteration' },
  { value: 'outside', label: 'Not timed', help: 'connections are made before the clock starts' },
];

export const units: readonly Choice[] = [
  { value: 'users', label: 'Users' },
  { value: 'rate', label: 'Requests/s' },
];

export const arrivals: readonly Choice[] = [
  { value: 'constant', label: 'Constant', help: 'evenly spaced' },
  { value: 'poisson', label: 'Poisson', help: 'at random, by the seed' },
];

export const endings: readonly Choice[] = [
  { value: 'saturation', label: 'Saturation', help: 'or at the highest level' },
  { value: 'end', label: 'The end', help: 'even where the service has long saturated' },
];

export const methods: readonly Choice[] = [
  { value: 'doubling', label: 'Doubling', help: 'while throughput rises' },
  { value: 'bisection', label: 'Bisection', help: 'the highest level that keeps an objective' },
];

export const resumptions: readonly Choice[] = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
];

export const texts: readonly Choice[] = [
  { value: 'ascii', label: 'ASCII', help: 'nothing to escape' },
  { value: 'escaped', label: 'Escaped', help: 'one in eight must be escaped' },
  { value: 'multibyte', label: 'Multibyte', help: 'one to four bytes each' },
];

export const orders: readonly Choice[] = [
  { value: 'listed', label: 'Listed', help: 'all repetitions of a cell, then the next' },
  { value: 'interleaved', label: 'Interleaved', help: 'one of every cell, then again' },
  { value: 'random', label: 'Random', help: 'shuffled by the seed' },
];

export const verifications: readonly Choice[] = [
  { value: 'none', label: 'None', help: 'status and length only' },
  { value: 'sample', label: 'Sample', help: 'some answers are compared' },
  { value: 'all', label: 'All', help: 'every answer is compared; costs CPU' },
];

export const gateways: readonly Choice[] = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
];

export const databases: readonly Choice[] = [
  { value: 'none', label: 'None' },
  { value: 'sqlite', label: 'SQLite' },
  { value: 'postgres', label: 'PostgreSQL' },
];

export const fieldKinds: readonly Choice[] = [
  { value: 'full', label: 'Full' },
  { value: 'reduced', label: 'Reduced' },
];

export const dateKinds: readonly Choice[] = [
  { value: 'full', label: 'Full' },
  { value: 'date-only', label: 'Date only' },
];

export const formats: readonly Choice[] = [
  { value: 'separate', label: 'Separate', help: 'a REST service speaks JSON or Protobuf' },
  { value: 'negotiated', label: 'Negotiated', help: 'it offers both, as the request says' },
];

export const equivalences: readonly Choice[] = [
  { value: 'check', label: 'Check', help: 'before the first trial' },
  { value: 'skip', label: 'Skip', help: 'protocols may answer differently' },
];

export const energySources: readonly Choice[] = [
  { value: 'auto', label: 'Auto', help: 'counters where they can be read, else no figures' },
  { value: 'rapl', label: 'Counters', help: 'or the run does not start' },
  { value: 'estimate', label: 'Estimate', help: 'CPU time × watts per core; nothing is measured' },
  { value: 'none', label: 'None', help: 'no figures of energy' },
];
