import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../contracts/experiment/cell.ts';
import { runSentence } from './sentence.ts';

const cell: Cell = { protocol: 'rest', shape: 'small', users: 10, tls: 'off', client: 'raw' };

function plan(cells: readonly Cell[], seconds: number | null) {
  const trials = cells.map((one, index) => ({ index, cell: one, repetition: 1 }));
  return { name: 'x', trials, cells: cells.length, seconds, warnings: [], unconfirmedHosts: [] };
}

describe('runSentence', () => {
  it('says what is started, loaded and how long it takes', () => {
    const cells: Cell[] = [cell, { ...cell, protocol: 'soap' }, { ...cell, protocol: 'grpc' }];
    expect(runSentence(plan(cells, 21), false)).toBe(
      'Starts and loads the REST, SOAP and gRPC services on this computer with 10 users: 3 trials, about 21 s.',
    );
  });

  it('says a range, and leaves out a time nobody knows', () => {
    expect(runSentence(plan([cell, { ...cell, users: 200 }], null), true)).toBe(
      'Loads the REST service at the addresses given with 10 to 200 users: 2 trials.',
    );
  });
});
