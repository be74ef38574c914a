import type { TrialResult } from '../../../contracts/measurement.ts';
import { type IsepOperation, isepOperations } from '../../../contracts/studies.ts';
import type { Matching, Middle, OurRun } from './matching.ts';
import { endedOf, nearest, scaledNote } from './shared.ts';

const counts = [1000, 10_000] as const;
const formats: Readonly<Record<string, string>> = { rest: 'json', 'rest-protobuf': 'protobuf' };

function placeOf(trial: TrialResult, operation: IsepOperation) {
  const { protocol, shape, gateway = 'off' } = trial.cell;
  const format = formats[protocol];
  const requests = nearest(counts, endedOf(trial));
  if (format === undefined || shape !== operation || requests === null) return null;
  return { gateway, requests: String(requests), format };
}

function besideNote({ trials }: OurRun): string[] {
  const other = [...new Set(trials.map(endedOf))].filter(
    (count) => !counts.some((one) => one === count),
  );
  return other.length === 0
    ? []
    : [
        `Ours had ${other.length > 3 ? 'other numbers of' : other.join(', ')} requests; they stand beside the nearest number of the study.`,
      ];
}

const compared = ['format', 'gateway'] as const;

function performance(operation: IsepOperation): Matching {
  return {
    factors: ['protocol', 'shape', 'gateway'],
    without: [],
    pairs: compared,
    // The extremes of a run say little that a second run would say again.
    metrics: ['averageMs', 'throughputRps', 'medianMs'],
    points: (trial) => {
      const at = placeOf(trial, operation);
      if (!at || trial.requests.ok === 0) return [];
      const { mean, p50, max, min } = trial.latencyMs;
      return [
        { at, metric: 'averageMs', value: mean },
        { at, metric: 'throughputRps', value: trial.throughputRps },
        { at, metric: 'medianMs', value: p50 },
        { at, metric: 'maxMs', value: max },
        { at, metric: 'minMs', value: min },
      ];
    },
    notes: (run) => [
      'Ours are means over all repetitions; the study has the first of its ten.',
      ...besideNote(run),
    ],
  };
}

const spread: Readonly<Record<string, Middle>> = {
  averageJ: 'mean',
  medianJ: 'median',
  maxJ: 'most',
  minJ: 'least',
};

function energy(operation: IsepOperation): Matching {
  return {
    factors: ['protocol', 'shape', 'gateway'],
    without: [],
    pairs: compared,
    metrics: ['averageJ'],
    points: (trial) => {
      const at = placeOf(trial, operation);
      const perRequest = trial.energy?.joulesPerRequest ?? null;
      if (!at || perRequest === null) return [];
      return [
        { at, metric: 'joules', value: perRequest * Number(at.requests) },
        { at, metric: 'joulesPerRequest', value: perRequest },
      ];
    },
    repetitions: (metric) => {
      const middle = spread[metric];
      return middle ? { middle, of: 'joules' } : { middle: 'mean', of: metric };
    },
    notes: (run) => {
      const sources = new Set(run.trials.flatMap(({ energy: one }) => one?.source ?? []));
      return [
        sources.size === 0
          ? 'This run has no figures of energy: the machine’s counters could not be read, or energy was left out.'
          : sources.has('estimate')
            ? 'Ours are estimates (CPU time × a stated power), not measured; they are of the whole trial, with client, service and gateway.'
            : 'Ours are of the whole trial, with client, service and gateway; the study’s are of the service’s pod.',
        ...(sources.size > 0 ? scaledNote(run, counts) : []),
      ];
    },
  };
}

export const isep2025Matching: Readonly<Record<string, Matching>> = Object.fromEntries(
  isepOperations.flatMap((operation) => [
    [`performance-${operation}`, performance(operation)],
    [`energy-${operation}`, energy(operation)],
  ]),
);
