import { describe, expect, it } from 'vitest';
import { workloadInFile } from '../../../document/workload.ts';
import { readDraft, shapeOptions } from './shapeOptions.ts';

const labels = (workload: string, chosen: string[]) =>
  shapeOptions(workloadInFile({ workload }), chosen).map(({ label, note }) => `${label} (${note})`);

describe('the shapes of the form', () => {
  it('are those of the product, with their lengths', () => {
    expect(labels('product', ['small', 'modify:1500000', 'tiny'])).toEqual([
      'Small (echo 16)',
      'Typical (modify 361)',
      'Large (echo 2 M)',
      'Stress (modify 2 M)',
      'modify (1.5 M)',
      'tiny (unknown)',
    ]);
  });

  it('are those of the chosen workload, with descriptions', () => {
    expect(labels('inventory', ['items-full:5000'])).toEqual([
      'XS (heart beat, empty)',
      'S (items-status, one object)',
      'M (items-summary, a list of short objects)',
      'L (items-full, a list of full objects)',
      'items-full:5000 ()',
    ]);
    expect(labels('store', [])).toContain('Get user (one user by id)');
    expect(labels('team', [])).toContain('Large streamed (a file as a stream)');
  });

  it('are use cases under the load model plan, if there are any', () => {
    const plans = (workload: string, chosen: string[]) =>
      shapeOptions(workloadInFile({ workload }), chosen, true).map(({ label, note }) => [
        label,
        note,
      ]);
    expect(plans('delivery', ['user+trips'])).toEqual(
      expect.arrayContaining([
        ['Case 1 user', 'use case 1: one user'],
        ['user+trips', 'user and trips'],
      ]),
    );
    expect(plans('product', ['none'])[0]).toEqual(['Small', 'small']);
    expect(plans('product', ['none']).at(-1)).toEqual(['none', 'unknown']);
  });

  it('are those of the product while the file names no workload', () => {
    expect(workloadInFile({ workload: 'nonsense' })).toBe(workloadInFile({ workload: 'product' }));
    expect(workloadInFile(null)).toBe(workloadInFile({ workload: 'product' }));
  });
});

it.each([
  ['product', '5000', 'echo:5000', 'complete'],
  ['product', 'modify:7', 'modify:7', 'complete'],
  ['product', 'mod', 'mod', 'begun'],
  ['product', 'echo:', 'echo:', 'begun'],
  ['product', '', '', 'begun'],
  ['product', 'ecko', 'ecko', 'wrong'],
  ['product', 'echo:99999999', 'echo:99999999', 'wrong'],
  ['inventory', ' 500000 ', 'items-full:500000', 'complete'],
  ['inventory', 'items-s', 'items-s', 'begun'],
  ['inventory', 'items-full:12', 'items-full:12', 'wrong'],
  ['team', 'large-streamed:', 'large-streamed:', 'begun'],
  ['team', '200000', 'medium:200000', 'complete'],
])('a shape that is being typed of %s, as in %o, is %s and %s', (workload, draft, name, state) => {
  expect(readDraft(workloadInFile({ workload }), draft)).toEqual({ name, state });
});

it.each([
  ['user+centre/trips', 'complete'],
  ['case-2b', 'complete'],
  ['user+', 'begun'],
  ['user/tri', 'begun'],
  ['usr/trips', 'wrong'],
  ['user/what', 'wrong'],
])('a shape that is being typed of a plan, as in %o, is %s', (draft, state) => {
  expect(readDraft(workloadInFile({ workload: 'delivery' }), draft, true)).toEqual({
    name: draft,
    state,
  });
});
