import { expect, it } from 'vitest';
import type { MachineResult, TrialResult } from '../contracts/measurement.ts';
import { makeResult } from '../tests/support/records.ts';
import { sourcesOfLoad } from './other-side.ts';

const loadedBy = (...names: string[]): TrialResult =>
  makeResult('t', { machines: names.map((name) => ({ name }) as MachineResult) });

it('names the machines that generated a load, and counts them if there are many or they differ', () => {
  expect(sourcesOfLoad([makeResult('t', {})])).toEqual([]);
  expect(sourcesOfLoad([loadedBy('a', 'b'), loadedBy('a', 'b')])).toEqual(['load from a and b']);
  expect(sourcesOfLoad([loadedBy('a')])).toEqual(['load from a']);
  expect(sourcesOfLoad([loadedBy('a', 'b'), loadedBy('a', 'c')])).toEqual(['load from 2 machines']);
  expect(sourcesOfLoad([loadedBy('a', 'b', 'c', 'd', 'e')])).toEqual(['load from 5 machines']);
});
