import { expect, it } from 'vitest';
import { experimentSchema } from '../../engine/experiment/schema.ts';
import { readText } from '../document/edit.ts';
import { newExperimentText, suggestedFileName } from './newExperiment.ts';

it('newExperimentText is a valid experiment', () => {
  expect(experimentSchema.safeParse(readText(newExperimentText).data).success).toBe(true);
});

it('suggestedFileName is derived from the name, and exists even without a name', () => {
  expect(suggestedFileName('name: "KTH 2024: REST / SOAP"')).toBe('kth-2024-rest-soap.bench.yaml');
  expect(suggestedFileName('name: Över nätet')).toBe('över-nätet.bench.yaml');
  expect(suggestedFileName('')).toBe('experiment.bench.yaml');
  expect(suggestedFileName('name: "///"')).toBe('experiment.bench.yaml');
  expect(suggestedFileName('name: [')).toBe('experiment.bench.yaml');
});
