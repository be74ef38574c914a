import { availableParallelism, totalmem } from 'node:os';
import { formatDuration } from '../../contracts/experiment/duration.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { parseShape } from '../../contracts/experiment/shape.ts';
import { cellsOf } from './cells.ts';
import { appliesTo } from './thresholds.ts';

/** What the advice depends on besides the experiment. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

type Rule = (experiment: Experiment, machine: Machine) => readonly string[];

/** Things worth knowing before the start, each a sentence or two with the reason. */
export function warnings(
  experiment: Experiment,
  machine: Machine = { cores: availableParallelism(), memoryBytes: totalmem() },
): string[] {
  return rules.flatMap((rule) => rule(experiment, machine));
}

const shortWindow: Rule = ({ load }) => {
  if (load.duration !== undefined && load.duration < 5000) {
    const window = formatDuration(load.duration);
    return [
      `A measured window of ${window} is short: whether a rare pause falls into it is chance, so percentiles past p99 say little. Measure for 5s or longer.`,
    ];
  }
  if (load.requests === undefined || load.requests >= 10_000) return [];
  return [
    `With ${load.requests} requests fewer than ten lie beyond p99.9, so it says little. Send 10000 or more.`,
  ];
};

const noWarmUp: Rule = ({ load }) =>
  load.warmUp > 0
    ? []
    : [
        'Without a warm-up the first, slower requests count, in which client and service run code that is not compiled yet.',
      ];

const rampBeyondWarmUp: Rule = ({ load, factors }) => {
  if (load.rampUp === 0) return [];
  const users = Math.max(...factors.users);
  const rampMs = Math.round(((users - 1) / load.rampUp) * 1000);
  if (rampMs <= load.warmUp) return [];
  const start = `At ${load.rampUp} users per second the last of ${users} starts after ${formatDuration(rampMs)}`;
  const end = load.duration === undefined ? undefined : load.warmUp + load.duration;
  if (end !== undefined && rampMs >= end) {
    return [`${start}, when the trial is over: it never has all of them.`];
  }
  const fewer = formatDuration(rampMs - load.warmUp);
  return [
    `${start}, but the warm-up ends after ${formatDuration(load.warmUp)}: the first ${fewer} of the measured window have fewer users.`,
  ];
};

const singleRepetition: Rule = ({ repetitions }) =>
  repetitions > 1
    ? []
    : [
        'Each cell runs once, so nothing shows how much its figures vary, and small differences cannot be told from chance. Set repetitions to 3 or more.',
      ];

const repetitionsInARow: Rule = (experiment) =>
  experiment.repetitions === 1 || experiment.order !== 'listed' || cellsOf(experiment).length === 1
    ? []
    : [
        'All repetitions of a cell run in a row, so a slow change of the machine, such as heat, looks like a difference between cells. Set order to interleaved or random.',
      ];

const idleWorkers: Rule = ({ workers, factors }, { cores }) => {
  if (workers === 'auto') return [];
  const users = Math.min(...factors.users);
  const idle =
    users < workers
      ? [
          `${plural(users, 'user')} cannot keep ${workers} workers busy: ${workers - users} stay idle.`,
        ]
      : [];
  const crowded =
    workers > cores
      ? [
          `${workers} workers share ${plural(cores, 'core')} and wait for each other, which adds to latency.`,
        ]
      : [];
  return [...idle, ...crowded];
};

const sharedCores: Rule = ({ target }, { cores }) =>
  target !== 'bundled' || cores > 4
    ? []
    : [
        `Client and service share the ${plural(cores, 'core')} of this machine and slow each other down. Compare the cells with each other rather than with figures from elsewhere.`,
      ];

const unusedConnections: Rule = ({ connections, factors }) => {
  if (typeof connections === 'string') return [];
  const users = Math.min(...factors.users);
  if (connections.shared <= users) return [];
  return [
    `${plural(users, 'user')} cannot use ${connections.shared} shared connections: each has one request in flight at most, so ${connections.shared - users} stay unused.`,
  ];
};

const portsRunOut: Rule = ({ connections }) =>
  connections !== 'per-request'
    ? []
    : [
        'A connection per request takes a local port each time, and the system keeps a port back after use. Past roughly 28000 requests a minute to one address connecting may fail with EADDRNOTAVAIL.',
      ];

/** Bytes of the longest description for one user; `multibyte` takes up to four per character. */
function payloadBytes({ factors, text }: Experiment): number {
  const length = Math.max(...factors.shape.map((name) => parseShape(name)?.length ?? 0));
  return length * (text === 'multibyte' ? 4 : 1);
}

/** Request, its parsed form and the answer in the service, and the answer in the client. */
const copiesInFlight = 4;

const muchMemory: Rule = (experiment, { memoryBytes }) => {
  const users = Math.max(...experiment.factors.users);
  const bytes = payloadBytes(experiment) * users * copiesInFlight;
  if (bytes < memoryBytes / 4) return [];
  return [
    `${plural(users, 'user')} with the largest shape may hold about ${gigabytes(bytes)} in flight in client and service, and this machine has ${gigabytes(memoryBytes)}.`,
  ];
};

/** What even a slow service on a busy core is expected to get through; a cautious guess. */
const slowBytesPerSecond = 20_000_000;

const shortTimeout: Rule = (experiment) => {
  const users = Math.max(...experiment.factors.users);
  const queueMs = ((payloadBytes(experiment) * users) / slowBytesPerSecond) * 1000;
  if (queueMs < experiment.timeout) return [];
  return [
    `With ${plural(users, 'user')} a request of the largest shape waits behind ${users - 1} others. A slow service may take longer than the timeout of ${formatDuration(experiment.timeout)}, and such requests count as failed.`,
  ];
};

const idleThresholds: Rule = (experiment) => {
  const cells = cellsOf(experiment);
  return experiment.thresholds
    .filter((threshold) => !cells.some((cell) => appliesTo(threshold, cell)))
    .map((threshold) => `The threshold "${threshold.text}" applies to no cell of this experiment.`);
};

const rules: readonly Rule[] = [
  shortWindow,
  noWarmUp,
  rampBeyondWarmUp,
  singleRepetition,
  repetitionsInARow,
  idleWorkers,
  sharedCores,
  unusedConnections,
  portsRunOut,
  muchMemory,
  shortTimeout,
  idleThresholds,
];

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
