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
    expect(of(plain)).toMatchSnapshot();
  });

  it('are listed together where several levels of load are the reason', () => {
    expect(of(ladder)[0]).toMatchSnapshot();
  });

  it('are those that none of several runs has', () => {
    expect(of(plain, ladder)).toMatchSnapshot();
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
