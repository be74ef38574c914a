import { describe, expect, it } from 'vitest';
import type { UslFit } from '../contracts/result.ts';
import { uslDoubt } from './usl.ts';

const about = (value: number) => ({ value, low: 0.9 * value, high: 1.1 * value });

function fit(part: Partial<UslFit>): UslFit {
  return {
    lambda: about(100),
    sigma: about(0.05),
    kappa: about(0.001),
    peakUsers: about(30),
    peakThroughputRps: about(900),
    r2: 0.98,
    points: 8,
    confidence: 0.95,
    ...part,
  };
}

describe('the Universal Scalability Law', () => {
  it('is shown where it fits, with a peak or without one', () => {
    expect(uslDoubt(fit({}))).toBeNull();
    expect(uslDoubt(fit({ peakUsers: null, peakThroughputRps: null }))).toBeNull();
  });

  it('is told in a phrase where it does not fit, or its peak could be anywhere', () => {
    expect(uslDoubt(fit({ r2: 0.2 }))).toBe('The Universal Scalability Law does not fit (R² 0.2).');
    expect(uslDoubt(fit({ peakUsers: { value: 90, low: 1, high: 64_000 } }))).toBe(
      'The Universal Scalability Law leaves open where throughput peaks (1 to 64,000 users).',
    );
  });
});
