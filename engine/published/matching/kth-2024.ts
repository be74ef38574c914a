import type { TrialResult } from '../../../contracts/measurement.ts';
import type { PublishedPlace } from '../../../contracts/published.ts';
import { protocolNames } from '../source.ts';
import type { Matching, Quotient } from './matching.ts';
import { oneOf } from './shared.ts';

const protocols = ['soap', 'rest', 'grpc'] as const;
const shapes = ['small', 'typical', 'large', 'stress'] as const;

function placeOf({ cell }: TrialResult) {
  const protocol = oneOf(protocols, cell.protocol);
  const shape = oneOf(shapes, cell.shape);
  return protocol && shape ? { protocol, shape } : null;
}

const nameOf = (protocol: string | undefined) =>
  protocolNames[oneOf(protocols, protocol ?? '') ?? 'rest'];

/** gRPC against another protocol. */
function against(metric: string): Required<Pick<Matching, 'quotient'>>['quotient'] {
  return ({ shape = '', against: other = '' }) => ({
    top: { shape, protocol: 'grpc' },
    bottom: { shape, protocol: other },
    metric,
    form: 'percent-of',
    names: [nameOf('grpc'), nameOf(other)],
  });
}

const averaged = 'Ours are geometric means over the numbers of users that the run has.';

function ratios(metric: string, figureOf: (trial: TrialResult) => number): Matching {
  return {
    factors: ['protocol', 'shape', 'users'],
    without: [],
    pairs: [],
    points: (trial) => {
      const at = placeOf(trial);
      return at ? [{ at, metric, value: figureOf(trial) }] : [];
    },
    quotient: against(metric),
    notes: () => [averaged],
  };
}

const saturation: Matching = {
  factors: ['protocol'],
  without: [],
  pairs: ['protocol'],
  points: ({ id, cell }, run) => {
    const protocol = oneOf(protocols, cell.protocol);
    const found = run.saturation.find(({ trialId, of }) => trialId === id && of === 'users');
    const point = found?.manual ?? found?.point ?? null;
    if (!protocol || !point) return [];
    return [
      { at: { protocol }, metric: 'rps', value: point.throughputRps },
      { at: { protocol }, metric: 'users', value: point.level },
    ];
  },
  notes: () => ['Where ours saturated is told by the rule that the result names, not by eye.'],
};

const p95: Matching = {
  ...ratios('p95', ({ latencyMs }) => latencyMs.p95),
  quotient: ({ shape = '' }): Quotient => ({
    top: { shape, protocol: 'soap' },
    bottom: { shape, protocol: 'grpc' },
    metric: 'p95',
    form: 'times',
    names: [nameOf('soap'), nameOf('grpc')],
  }),
};

const tls: Matching = {
  factors: ['protocol', 'tls'],
  without: [],
  pairs: [],
  points: (trial) => {
    const place = placeOf(trial);
    if (place?.shape !== 'typical') return [];
    const at: PublishedPlace = {
      protocol: place.protocol,
      tls: trial.cell.tls === 'off' ? 'off' : 'on',
    };
    return [
      { at, metric: 'throughput', value: trial.throughputRps },
      { at, metric: 'p95', value: trial.latencyMs.p95 },
    ];
  },
  quotient: ({ protocol = '' }, metric) => ({
    top: { protocol, tls: 'on' },
    bottom: { protocol, tls: 'off' },
    metric,
    form: 'percent-change',
    names: [`${nameOf(protocol)} with TLS`, `${nameOf(protocol)} without`],
  }),
  notes: () => ['Both of ours were measured in the same run.'],
};

export const kth2024Matching: Readonly<Record<string, Matching>> = {
  saturation,
  throughput: ratios('throughput', ({ throughputRps }) => throughputRps),
  latency: ratios('mean', ({ latencyMs }) => latencyMs.mean),
  p95,
  tls,
};
