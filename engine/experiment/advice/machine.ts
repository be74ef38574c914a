import { sharesMachine } from '../../../contracts/experiment/cell.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { unitOf } from '../../../contracts/experiment/load.ts';
import { countOf, formatBytes } from '../../../metrics/format.ts';
import { workloadIn } from '../../../workloads/registry.ts';
import { everyConnections, largestLevel, namedLevels } from '../levels.ts';
import { type Machine, type Rule, timeOf, when, withFix } from './rule.ts';

/** Minimum users of a trial, or of a step of one; undefined for loads that begin with few anyway. */
function fewestUsers(experiment: Experiment): number | undefined {
  const { load } = experiment;
  const isSteady = load.model === 'closed' || load.model === 'steps';
  if (!isSteady || unitOf(load) !== 'users') return undefined;
  return Math.min(...namedLevels(experiment));
}

const idleWorkers: Rule = (experiment, { cores }) => {
  const { workers, machines } = experiment;
  if (workers === 'auto') return [];
  const users = fewestUsers(experiment) ?? workers;
  return [
    ...when(
      users < workers,
      () =>
        `${countOf(users, 'user')} cannot keep ${workers} workers busy: ${workers - users} stay idle.`,
    ),
    ...when(
      // The cores of other machines are unknown before they join.
      machines === 0 && workers > cores,
      () =>
        `${workers} workers share ${countOf(cores, 'core')} and wait for each other, which adds latency.`,
    ),
  ];
};

/** Whether client and bundled services have separate cores. */
export function isSeparated({ pinning }: Experiment, { cores, platform }: Machine): boolean {
  if (pinning === 'none' || platform !== 'linux') return false;
  if (pinning === 'auto') return cores > 1;
  return !pinning.workers.some((core) => pinning.services.includes(core));
}

/** With more cores, client and service rarely compete for the same one. */
export const fewCores = 4;

const sharedCores: Rule = (experiment, machine) => {
  const { cores } = machine;
  const isShared = sharesMachine(experiment) && cores <= fewCores;
  if (!isShared || isSeparated(experiment, machine)) return [];
  const text = `Client and service share the ${countOf(cores, 'core')} of this machine and slow each other down. Compare the cells with each other rather than with figures from elsewhere.`;
  const canPin = machine.platform === 'linux' && cores > 1;
  return [canPin ? withFix(text, 'Give each its own cores', ['pinning', 'auto']) : text];
};

const pinnedBadly: Rule = (experiment, { platform }) => {
  const { pinning, workers, target } = experiment;
  // Cores are separated by `auto` where that is possible.
  if (pinning === 'none' || pinning === 'auto') return [];
  if (platform !== 'linux') {
    return ['Pinning works on Linux only; here it has no effect.'];
  }
  const both = pinning.workers.filter((core) => pinning.services.includes(core));
  const ofWorkers = new Set(pinning.workers).size;
  return [
    ...when(
      both.length > 0 && target === 'bundled' && sharesMachine(experiment),
      () =>
        `Pinning gives core ${both.join(' and ')} to both workers and services, so they slow each other down.`,
    ),
    ...when(
      workers !== 'auto' && workers > ofWorkers,
      () =>
        `${workers} workers are pinned to ${countOf(ofWorkers, 'core')} and wait for each other, which adds latency.`,
    ),
  ];
};

const unusedConnections: Rule = (experiment) => {
  const { load } = experiment;
  const shared = everyConnections(experiment).flatMap((connections) =>
    typeof connections === 'object' ? [connections.shared] : [],
  );
  if (shared.length === 0 || load.model === 'plan') return [];
  const widest = Math.max(...shared);
  const { users, inFlight } = largestLevel(experiment);
  const most = fewestUsers(experiment) ?? inFlight;
  const who =
    users === null ? `At most ${countOf(most, 'request')} in flight` : countOf(most, 'user');
  return when(
    widest > most,
    () =>
      `${who} cannot use ${widest} shared connections${users === null ? '' : ': each has at most one request in flight'}, so ${widest - most} stay unused.`,
  );
};

const portsRunOut: Rule = (experiment) =>
  when(
    everyConnections(experiment).includes('per-request') && experiment.load.model !== 'plan',
    () =>
      'A connection per request takes a local port each time, and the system holds a port back after use. Above roughly 28000 requests per minute to one address, connecting may fail with EADDRNOTAVAIL.',
  );

const idleResumption: Rule = (experiment) => {
  const { resumption, factors } = experiment;
  const levels = factors.resumption ?? [resumption];
  if (!levels.some((level) => /\bon\b/.test(level))) return [];
  if (factors.tls.every((level) => level === 'off')) {
    return ['Resumption applies to TLS sessions, and no cell of this experiment uses TLS.'];
  }
  return when(
    !everyConnections(experiment).includes('per-request'),
    () =>
      'Resumption speeds up new connections, but here connections are opened once and kept. Set connections to per-request to see what it saves.',
  );
};

/** Maximum bytes of one user's message. Lengths of the product are characters, of up to four bytes. */
function payloadBytes(experiment: Experiment): number {
  const { factors, text, workload, data } = experiment;
  const isMultibyte = (factors.text ?? [text]).some((level) => level.includes('multibyte'));
  const { minBytes } = workloadIn(experiment);
  const longest = factors.shape.map((name) => {
    const { request = 0, answer = 0 } = minBytes?.(name, data) ?? {};
    return Math.max(request, answer);
  });
  return Math.max(...longest) * (workload === 'product' && isMultibyte ? 4 : 1);
}

/** Request, its parsed form and the response in the service, and the response in the client. */
const copiesInFlight = 4;

const muchMemory: Rule = (experiment, { memoryBytes }) => {
  const { users, inFlight } = largestLevel(experiment);
  const bytes = payloadBytes(experiment) * inFlight * copiesInFlight;
  const who = users === null ? `${countOf(inFlight, 'request')} at once` : countOf(users, 'user');
  return when(
    bytes >= memoryBytes / 4,
    () =>
      `${who} with the largest shape may keep about ${formatBytes(bytes)} in flight in client and service, and this machine has ${formatBytes(memoryBytes)}.`,
  );
};

/** Throughput that even a slow service on a busy core should reach; a cautious guess. */
const slowBytesPerSecond = 20_000_000;

const shortTimeout: Rule = (experiment) => {
  const { users } = largestLevel(experiment);
  if (users === null) return [];
  const queueMs = ((payloadBytes(experiment) * users) / slowBytesPerSecond) * 1000;
  return when(
    queueMs >= experiment.timeout,
    () =>
      `With ${countOf(users, 'user')} a request of the largest shape waits behind ${users - 1} others. A slow service may take longer than the timeout of ${timeOf(experiment.timeout)}, and such requests count as failed.`,
  );
};

/** Throughput of the slowest library client on one core; a cautious guess. */
const librariesPerSecond = 2000;

const slowLibrary: Rule = (experiment) => {
  const { rate } = largestLevel(experiment);
  return when(
    experiment.factors.client.includes('library') && rate !== null && rate > librariesPerSecond,
    () =>
      `A library client may need a whole core for ${librariesPerSecond} requests per second. At ${rate} it may fall behind and measure its own delay; check the verdict of the trial.`,
  );
};

const costlyVerification: Rule = ({ verify }) =>
  when(verify === 'all', () =>
    withFix(
      'Where all answers are verified, each is decoded and compared, which takes client time away from generating load. A sample finds a service with wrong answers just as well.',
      'Verify a sample',
      ['verify', 'sample'],
    ),
  );

/** Advice on the capacity of the machine, its network and the clients. */
export const machineRules: readonly Rule[] = [
  idleWorkers,
  sharedCores,
  pinnedBadly,
  unusedConnections,
  portsRunOut,
  idleResumption,
  muchMemory,
  shortTimeout,
  slowLibrary,
  costlyVerification,
];
