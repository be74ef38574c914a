import fc from 'fast-check';
import { build } from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import { makeHistogram } from '../../tests/support/records.ts';
import { toHgrm } from './hgrm.ts';

/** Output of HdrHistogram's JavaScript for these values, in milliseconds. */
function oracle(values: number[]): string {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000,
    numberOfSignificantValueDigits: 3,
    bitBucketSize: 64,
  });
  for (const value of values) histogram.recordValue(value);
  return histogram.outputPercentileDistribution(5, 1000);
}

function ours(values: number[]): string {
  const [, ...lines] = toHgrm([{ title: 'one', data: makeHistogram(values) }]).split('\n');
  return lines.join('\n');
}

/** Mean and deviation are exact here, but estimated from bucket middles by the oracle. */
const exactMoments = /^#\[Mean {4}= +([\d.]+), StdDeviation {3}= +([\d.]+)\]$/m;
/** The oracle's maximum is the upper end of its bucket. */
const exactMax = /^#\[Max {5}= +([\d.]+), Total/m;
const blank = (text: string) =>
  text.replace(exactMoments, '#[moments]').replace(exactMax, '#[max], Total');

function expectSame(values: number[]): void {
  const [mine, theirs] = [ours(values), oracle(values)];
  expect(blank(mine)).toBe(blank(theirs));
  const close = (pattern: RegExp, group: number) => {
    const a = Number(pattern.exec(mine)?.[group]);
    const b = Number(pattern.exec(theirs)?.[group]);
    expect(Math.abs(a - b)).toBeLessThanOrEqual(0.001 * Math.max(a, b) + 0.0011);
  };
  close(exactMoments, 1);
  close(exactMax, 1);
}

describe('the HdrHistogram export', () => {
  it.each([
    ['zero and the longest', [0, 3_600_000_000]],
    ['a long tail', Array.from({ length: 5000 }, (_none, index) => 200 + (index % 50) ** 4)],
  ])('writes %s as the reference does', (_name, values) => {
    expectSame(values);
  });

  it('writes anything as the reference does', () => {
    const values = fc.array(fc.oneof(fc.nat({ max: 5000 }), fc.nat({ max: 3_600_000_000 })), {
      maxLength: 400,
    });
    fc.assert(fc.property(values, expectSame), { numRuns: 60 });
  });

  it('is unchanged, with a titled section per histogram', async () => {
    const text = toHgrm([
      { title: 'rest · small · 10 users', data: makeHistogram([900, 1000, 1100, 5000]) },
      { title: 'two\nlines', data: makeHistogram([]) },
    ]);
    await expect(text).toMatchFileSnapshot('../../fixtures/golden/sample.hgrm');
  });
});
