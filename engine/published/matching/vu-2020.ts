import type { Matching } from './matching.ts';
import { oneOf } from './shared.ts';

const protocols = ['graphql', 'grpc', 'rest', 'rsocket'] as const;
const cases: Readonly<Record<string, string>> = {
  'case-1-user': '1',
  'case-1-delivery': '1',
  'case-2a': '2.A',
  'case-2b': '2.B',
  'case-3a': '3.A',
  'case-3b': '3.B',
};

const responseTimes: Matching = {
  factors: ['protocol', 'shape'],
  without: [],
  pairs: ['protocol'],
  points: ({ cell, latencyMs, requests }) => {
    const protocol = oneOf(protocols, cell.protocol);
    const one = cases[cell.shape];
    if (!protocol || one === undefined || requests.ok === 0) return [];
    return [{ at: { case: one, protocol }, metric: 'median', value: latencyMs.p50 }];
  },
  lender: ({ case: one, protocol = '' }) =>
    one === '2.B' && protocol === 'graphql' ? { case: '2.A', protocol } : null,
  notes: ({ trials }) => {
    const networks = [...new Set(trials.map(({ cell }) => cell.network ?? 'none'))];
    const added = networks.filter((network) => network !== 'none');
    return [
      added.length === 0
        ? 'Ours have no emulated network: on one machine a round trip costs next to nothing, so that what is saved by fewer of them hardly shows.'
        : `Ours have an emulated network of ${added.join(', ')}, since the study’s is not described.`,
    ];
  },
};

export const vu2020Matching: Readonly<Record<string, Matching>> = {
  'response-times': responseTimes,
};
