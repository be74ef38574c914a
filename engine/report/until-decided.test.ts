import { describe, expect, it } from 'vitest';
import { makeResult } from '../../tests/support/records.ts';
import { pairedValues, sequentialPart, untilDecidedOf } from './until-decided.ts';

const defaults = { until: 'decided', atLeast: 3, atMost: 30, within: 120_000, margin: 0.05 };

describe('untilDecidedOf', () => {
  it.each<[string, string, unknown]>([
    ['the word', 'repetitions: decided', defaults],
    ['the word as JSON', '{"repetitions": "decided", "seed": 1}', defaults],
    [
      'a mapping',
      'repetitions:\n  until: decided\n  margin: 10%\n  within: 5m\n',
      { ...defaults, margin: 0.1, within: 300_000 },
    ],
    ['a number', 'name: decided\nrepetitions: 3', null],
    ['no repetitions', 'name: decided', null],
    ['another end', 'repetitions: { until: undecided }', null],
    ['a mapping with a wrong value', 'repetitions: { until: decided, atLeast: 99 }', null],
    ['damaged YAML', 'repetitions: decided\n  - [', null],
    ['a damaged mapping', 'repetitions: { until: decided', null],
    ['a text that is no mapping', 'decided', null],
    ['nothing', '', null],
  ])('reads %s', (_what, text, expected) => {
    expect(untilDecidedOf(text)).toEqual(expected);
  });
});

/** A trial for each repetition with a throughput; null has none. */
const trialsOf = (values: Record<number, number | null>) =>
  Object.entries(values).map(([repetition, throughputRps]) =>
    makeResult(repetition, {
      repetition: Number(repetition),
      throughputRps: throughputRps ?? Number.NaN,
    }),
  );
const figureOf = ({ throughputRps }: { throughputRps: number }) =>
  Number.isNaN(throughputRps) ? null : throughputRps;

describe('pairedValues', () => {
  it.each([
    ['all', { 1: 10, 2: 20 }, { 1: 11, 2: 22 }, ['10 11', '20 22']],
    [
      'only those that both have',
      { 1: 10, 2: 20, 4: 40 },
      { 2: 22, 3: 33, 4: 44 },
      ['20 22', '40 44'],
    ],
    ['only those with a value', { 1: null, 2: 20, 3: 30 }, { 1: 11, 2: null, 3: 33 }, ['30 33']],
    ['none where one has none', { 1: 10 }, {}, []],
  ])('are of the same repetition: %s', (_what, baseline, other, pairs) => {
    const [one, two] = [trialsOf(baseline), trialsOf(other)];
    const found = (found: typeof one) =>
      pairedValues(found, two.toReversed(), figureOf).map((pair) => pair.join(' '));
    expect(found(one)).toEqual(pairs);
    expect(found(one.toReversed())).toEqual(pairs);
  });

  it('are only compared where repetitions ended when comparisons were decided', () => {
    const [one, two] = [trialsOf({ 1: 10 }), trialsOf({ 1: 11 })];
    const settings = untilDecidedOf('repetitions: { until: decided, margin: 7% }');
    expect(sequentialPart(null, one, two, figureOf)).toEqual({});
    expect(sequentialPart(settings, one, two, figureOf)).toEqual({
      sequential: { pairs: [[10, 11]], margin: 0.07 },
    });
  });
});
