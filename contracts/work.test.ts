import { describe, expect, it } from 'vitest';
import { metricFacts } from './compare.ts';
import { studyMetricFacts } from './statistics.ts';
import { countsIn, workOf, workOfExperiment, workOfTrials } from './work.ts';

describe('the unit of work of trials', () => {
  it('is iterations under a load of use cases and of flows', () => {
    const factors = { shape: ['small'] };
    expect(workOfExperiment({ load: { model: 'plan' }, factors })).toBe('iterations');
    for (const model of ['closed', 'open', 'ramp', 'steps', 'stages', 'search']) {
      expect(workOfExperiment({ load: { model }, factors })).toBe('requests');
      const service = { flows: { small: {} } };
      expect(workOfExperiment({ load: { model }, factors, service })).toBe('iterations');
    }
  });

  it('is stored with a trial, and derived from the iterations of older ones', () => {
    expect(workOf({ plan: null, ...countsIn('iterations') })).toBe('iterations');
    expect(workOf({ plan: null, ...countsIn('requests') })).toBe('requests');
    expect(workOf({ plan: { iterations: 3 } })).toBe('iterations');
  });

  it('is that of any trial of a run', () => {
    expect(workOfTrials([])).toBe('requests');
    expect(workOfTrials([{ plan: null }, { plan: null, counts: 'iterations' }])).toBe('iterations');
  });
});

describe('metrics', () => {
  it('are named after their unit', () => {
    expect(metricFacts.requests.throughput.unit).toBe('requests/s');
    expect(metricFacts.iterations.throughput.unit).toBe('iterations/s');
    expect(metricFacts.requests.p95.title).toBe('p95 latency');
    expect(metricFacts.iterations.mean.title).toBe('Mean time of an iteration');
    expect(metricFacts.iterations.serverCpu.noun).toBe('service CPU per iteration');
    expect(studyMetricFacts('throughput', 'iterations').unit).toBe('iterations/s');
    expect(studyMetricFacts('energy', 'iterations').unit).toBe('J');
  });
});
