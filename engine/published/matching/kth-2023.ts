import type { TrialResult } from '../../../contracts/measurement.ts';
import { languageNote, type Matching } from './matching.ts';
import { oneOf } from './shared.ts';

/** Shapes of the inventory, and those of the product that have the same sizes. */
const sizes: Readonly<Record<string, string>> = {
  xs: 'XS',
  s: 'S',
  m: 'M',
  l: 'L',
  'echo:0': 'XS',
  'echo:600': 'S',
  'echo:50000': 'M',
  'echo:500000': 'L',
};

function placeOf({ cell }: TrialResult) {
  const size = sizes[cell.shape];
  const protocol = oneOf(['rest', 'grpc'], cell.protocol);
  return size && protocol ? { size, protocol } : null;
}

const throughput: Matching = {
  factors: ['protocol', 'shape', 'users'],
  without: ['language'],
  pairs: ['protocol'],
  metrics: ['rps'],
  cells: () => 'most',
  points: (trial) => {
    const at = placeOf(trial);
    if (!at) return [];
    const users = trial.rounds.find(({ index }) => index === trial.headlineRound)?.users;
    return [
      { at, metric: 'rps', value: trial.throughputRps },
      ...(users ? [{ at, metric: 'clients', value: users }] : []),
    ];
  },
  notes: () => [languageNote],
};

const discovery: Matching = {
  factors: ['protocol', 'shape'],
  without: ['language'],
  pairs: [],
  points: (trial) => {
    const place = placeOf(trial);
    if (!place) return [];
    return trial.rounds
      .filter(({ kind, users }) => kind === 'discovery' && users !== null)
      .map(({ users, throughputRps }) => ({
        at: { ...place, clients: String(Math.round(users ?? 0)) },
        metric: 'rps',
        value: throughputRps,
      }));
  },
  notes: () => [languageNote],
};

export const kth2023Matching: Readonly<Record<string, Matching>> = { throughput, discovery };
