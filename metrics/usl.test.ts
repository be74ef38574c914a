import { describe, expect, it } from 'vitest';
import type { UslFit } from '../contracts/result.ts';
import { estimateText, estimateTexts, uslDoubt } from './usl.ts';

const about = (value: number) => ({ value, low: 0.9 * value, high: 1.1 * value });

const fit = (part: Partial<UslFit>): UslFit => ({
  ...{ lambda: about(100), sigma: about(0.05), kappa: about(0.001), peakUsers: about(30) },
  ...{ peakThroughputRps: about(900), r2: 0.98, points: 8, confidence: 0.95 },
  ...part,
});

describe('the Universal Scalability Law', () => {
  it('is shown if it fits, with a peak or without one', () => {
    expect(uslDoubt(fit({}))).toBeNull();
    expect(uslDoubt(fit({ peakUsers: null, peakThroughputRps: null }))).toBeNull();
  });

  it('is replaced by a sentence if it does not fit, or its peak could be anywhere', () => {
    expect(uslDoubt(fit({ r2: 0.2 }))).toBe('The Universal Scalability Law does not fit (R² 0.2).');
    expect(uslDoubt(fit({ peakUsers: { value: 90, low: 1, high: 64_000 } }))).toBe(
      'The Universal Scalability Law leaves open where throughput peaks (1 to 64,000 users).',
    );
  });

  it('is replaced by a sentence if neither of its parts is known', () => {
    const anything = { value: 0, low: 0, high: 1 };
    const wide = { value: 0, low: 0, high: 184_471_202_166 };
    expect(uslDoubt(fit({ sigma: anything }))).toBeNull();
    expect(uslDoubt(fit({ kappa: wide }))).toBeNull();
    expect(uslDoubt(fit({ sigma: anything, kappa: wide }))).toBe(
      'The Universal Scalability Law is not determined by these loads: contention and coherency may be anything.',
    );
  });
});

describe('an estimate', () => {
  it('is shown with its interval', () => {
    const known = { value: 0.02134, low: 0.018, high: 0.12345 };
    expect(estimateTexts(known)).toEqual({ value: '0.0213', interval: '0.018 to 0.123' });
    expect(estimateText(known)).toBe('0.0213 (0.018 to 0.123)');
    expect(estimateText({ value: 900, low: 812.4, high: 1234.5 })).toBe('900 (812 to 1,235)');
    expect(estimateText({ value: 0, low: 0, high: 0.4 })).toBe('0 (0 to 0.4)');
    expect(estimateTexts({ value: 0.00002, low: 0.00002, high: 0.00002 }).value).toBe('2.0e-5');
    expect(estimateTexts(null)).toEqual({ value: '–', interval: '' });
  });

  it('is not determined if its interval is too wide', () => {
    expect(estimateText({ value: 0.27, low: 0, high: 1 })).toBe('not determined by these loads');
    expect(estimateTexts({ value: 0, low: 0, high: 184_471_202_166 })).toEqual({
      value: 'not determined',
      interval: 'by these loads',
    });
  });
});
