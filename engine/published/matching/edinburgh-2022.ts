import type { TrialResult } from '../../../contracts/measurement.ts';
import { languageNote, type Matching, type OurRun, type Point } from './matching.ts';
import { endedOf, oneOf, scaledNote, secondsFor } from './shared.ts';

const protocols = ['rest', 'grpc', 'soap'] as const;
const requestsOf: Readonly<Record<string, number>> = { short: 1000, medium: 1000, large: 1 };

/** gRPC streamed the file, the others sent it as one message; a run may have both. */
function sizeOf({ cell }: TrialResult, { trials }: OurRun): string | null {
  if (requestsOf[cell.shape] !== undefined && cell.shape !== 'large') return cell.shape;
  const streams = (protocol: string) =>
    trials.some((one) => one.cell.protocol === protocol && one.cell.shape === 'large-streamed');
  const wanted = cell.protocol === 'grpc' && streams('grpc') ? 'large-streamed' : 'large';
  return cell.shape === wanted ? 'large' : null;
}

function sizePoints(
  trial: TrialResult,
  run: OurRun,
  metric: string,
  figureFor: (requests: number) => number | null,
): readonly Point[] {
  const protocol = oneOf(protocols, trial.cell.protocol);
  const size = sizeOf(trial, run);
  if (!protocol || size === null) return [];
  const value = figureFor(requestsOf[size] ?? 1);
  return value === null ? [] : [{ at: { protocol, size }, metric, value }];
}

const sizes: Matching = {
  factors: ['protocol', 'shape'],
  without: ['language'],
  pairs: ['protocol'],
  points: (trial, run) =>
    sizePoints(trial, run, 'seconds', (requests) => secondsFor(requests, trial)),
  notes: (run) => [languageNote, ...scaledNote(run, [1000, 1])],
};

const rates: Matching = {
  factors: ['protocol', 'shape'],
  without: ['language'],
  pairs: ['protocol'],
  points: (trial, run) => sizePoints(trial, run, 'rps', () => trial.throughputRps || null),
  notes: () => [languageNote],
};

function shortOf({ cell }: TrialResult) {
  return cell.shape === 'short' ? oneOf(protocols, cell.protocol) : null;
}

const database: Matching = {
  factors: ['protocol', 'shape', 'database'],
  without: ['language'],
  pairs: ['protocol', 'database'],
  points: (trial) => {
    const protocol = shortOf(trial);
    const value = secondsFor(1000, trial);
    if (!protocol || value === null) return [];
    const kind = trial.cell.database ?? 'none';
    const at = { protocol, database: kind === 'none' ? 'without' : 'with' };
    return [{ at, metric: 'seconds', value }];
  },
  notes: (run) => {
    const kinds = [...new Set(run.trials.map(({ cell }) => cell.database ?? 'none'))];
    const names = kinds.flatMap((kind) =>
      kind === 'sqlite' ? ['SQLite'] : kind === 'postgres' ? ['PostgreSQL'] : [],
    );
    return [
      languageNote,
      ...(names.length > 0
        ? [`The study’s database is PostgreSQL; ours is ${names.join(' and ')}.`]
        : []),
      ...scaledNote(run, [1000]),
    ];
  },
};

const concurrency: Matching = {
  factors: ['protocol', 'shape', 'users', 'database'],
  without: [],
  pairs: ['protocol'],
  cells: ({ end }) => (end === 'least' ? 'least' : 'most'),
  points: (trial) => {
    const protocol = shortOf(trial);
    const value = secondsFor(10_000, trial);
    const plain = (trial.cell.database ?? 'none') === 'none';
    if (!protocol || value === null || !plain) return [];
    return ['least', 'most'].map((end) => ({ at: { protocol, end }, metric: 'seconds', value }));
  },
  notes: (run) => {
    const levels = [...new Set(run.trials.flatMap(({ cell }) => cell.users ?? []))];
    return [
      languageNote,
      `Ours are over ${levels.length} ${levels.length === 1 ? 'level' : 'levels'} of users: ${levels.join(', ')}.`,
      ...scaledNote(run, [10_000]),
    ];
  },
};

const wire: Matching = {
  factors: ['protocol', 'shape'],
  without: [],
  pairs: ['protocol'],
  points: (trial) => {
    const protocol = shortOf(trial);
    const ended = endedOf(trial);
    if (!protocol || ended === 0) return [];
    const { sent, received } = trial.bytes;
    return [
      { at: { protocol }, metric: 'tcpPayload', value: (sent + received) / ended },
      { at: { protocol }, metric: 'request', value: sent / ended },
      { at: { protocol }, metric: 'response', value: received / ended },
    ];
  },
  notes: () => [
    'Ours are what the sockets carried, divided by the requests: what opening a connection costs is spread over them. Headers of IP and TCP are not among it, so there is nothing beside all layers; the Wire view counts them for one call.',
  ],
};

const heap: Matching = {
  factors: ['protocol', 'shape', 'users'],
  without: ['language'],
  pairs: [],
  cells: ({ end }) => (end === 'least' ? 'least' : 'most'),
  points: (trial) => {
    const bytes = trial.server?.heapPeakBytes;
    if (!bytes) return [];
    return ['least', 'most'].map((end) => ({ at: { end }, metric: 'inUse', value: bytes / 1e6 }));
  },
  notes: () => [
    languageNote,
    'Ours are the peaks of the heap in use, the lowest and the highest of the run’s cells; how much is allocated or idle is not recorded.',
  ],
};

export const edinburgh2022Matching: Readonly<Record<string, Matching>> = {
  sizes,
  'request-rates': rates,
  database,
  concurrency,
  wire,
  heap,
};
