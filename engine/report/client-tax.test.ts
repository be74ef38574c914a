import { describe, expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { makeCell, makeResult, makeRound } from '../../tests/support/records.ts';
import { analyseClientTax } from './client-tax.ts';

let counter = 0;
function trial(cell: Partial<Cell>, cpuSeconds: number, part: Partial<TrialResult> = {}) {
  counter += 1;
  const plain = makeResult(`t${counter}`);
  return {
    ...plain,
    cell: makeCell(cell),
    client: { ...plain.client, cpuSeconds },
    requests: { ok: 90_000, failed: 10_000, dropped: 0 },
    ...part,
  };
}

describe('the client tax', () => {
  it('is CPU per request of the library minus that of the raw client, over the repetitions', () => {
    const found = analyseClientTax([
      trial({}, 2),
      trial({}, 4),
      trial({ client: 'library' }, 10),
      trial({ client: 'library' }, 20),
    ]);
    expect(found).toHaveLength(1);
    expect(found[0]?.cell).toEqual(makeCell());
    const about = (value: number) => expect.closeTo(value, 9);
    const tax = { rawUs: about(30), libraryUs: about(150), taxUs: about(120), times: about(5) };
    expect(found[0]).toMatchObject(tax);
  });

  it.each([
    ['another protocol', trial({ client: 'library', protocol: 'grpc' }, 9)],
    ['another number of users', trial({ client: 'library', users: 11 }, 9)],
    ['a stopped trial', trial({ client: 'library' }, 9, { status: 'stopped' })],
    ['no request', trial({ client: 'library' }, 9, { requests: { ok: 0, failed: 0, dropped: 0 } })],
  ])('has no pair with %s', (_name, library) => {
    expect(analyseClientTax([trial({}, 2), library])).toEqual([]);
  });

  it('leaves open load out, whose workers wait without sleeping', () => {
    const open = (client: Cell['client']): TrialResult => {
      const { users: _users, ...cell } = makeCell({ client, rate: 100 });
      return { ...trial({}, 5), cell };
    };
    expect(analyseClientTax([open('raw'), open('library')])).toEqual([]);
    const rounds = [makeRound(0, 0, { users: null, rate: 100 })];
    const steps = (client: Cell['client']) => trial({ client }, 5, { rounds });
    expect(analyseClientTax([steps('raw'), steps('library')])).toEqual([]);
  });
});
