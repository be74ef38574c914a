import { describe, expect, it } from 'vitest';
import { makeHead, makeResult, makeRound } from '../../tests/support/records.ts';
import { composeReport } from './compose.ts';
import { buildDocument } from './document.ts';
import { leftOut } from './left-out.ts';

const plain = buildDocument(makeHead({ id: 'plain' }), [makeResult('plain')]);
const ladder = buildDocument(makeHead({ id: 'ladder' }), [
  makeResult('ladder', {
    rounds: [10, 20].map((users, index) => makeRound(index, 0, { kind: 'step', users })),
  }),
]);
const wanted = ['columns', 'rounds', 'statistics', 'intervals', 'rounds'] as const;
const of = (...documents: (typeof plain)[]) =>
  leftOut(composeReport(documents, wanted), wanted, documents);

describe('requested figures that a report does not have', () => {
  it('are listed with what the run lacks', () => {
    expect(of(plain)).toEqual([
      { why: 'the run has no rounds', types: ['rounds'] },
      {
        why: 'the run has no repeated cells that differ in one factor alone',
        types: ['statistics'],
      },
      { why: 'it takes several runs', types: ['intervals'] },
    ]);
  });

  it('are listed together where several levels of load are the reason', () => {
    const [levels] = of(ladder);
    expect(levels?.why).toMatch(/^the trials went through several levels of load/);
    expect(levels?.types).toEqual(['columns', 'statistics']);
  });

  it('are those that none of several runs has', () => {
    expect(of(plain, ladder)).toEqual([
      {
        why: 'none of the runs has repeated cells that differ in one factor alone',
        types: ['statistics'],
      },
    ]);
  });

  it('may be more than a report has room for', () => {
    const many = buildDocument(
      makeHead({ id: 'many' }),
      Array.from({ length: 200 }, (_none, index) => makeResult(`t${index}`, { index })),
    );
    const types = ['heat-map', 'trials', 'rounds'] as const;
    expect(leftOut(composeReport([many], types), types, [many])).toEqual([
      { why: 'a report has room for 198 figures', types: ['trials'] },
      { why: 'the run has no rounds', types: ['rounds'] },
    ]);
  });
});
