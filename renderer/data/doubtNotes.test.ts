import { expect, it } from 'vitest';
import { doubtNotes } from './doubtNotes.ts';

const rest = { label: 'REST', verdict: 'suspect' } as const;
const grpc = { label: 'gRPC', verdict: 'client-bound' } as const;
const soap = { label: 'SOAP', verdict: 'ok' } as const;

it('the doubts of a figure are named if there are few, and counted if there are many', () => {
  expect(doubtNotes([soap])).toEqual([]);
  expect(doubtNotes([rest, soap, grpc])).toEqual([
    'Interpret with caution: REST: suspect; gRPC: client-bound.',
  ]);
  expect(doubtNotes([rest, soap, grpc, grpc, grpc])).toEqual([
    'Interpret with caution: suspect: 1 of 5 series; client-bound: 3 of 5 series.',
  ]);
});
