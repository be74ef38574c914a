import { describe, expect, it } from 'vitest';
import { workloadInFile } from '../../../document/workload.ts';
import { readDraft, shapeOptions } from './shapeOptions.ts';

const labels = (workload: string, chosen: string[], plan = false) =>
  shapeOptions(workloadInFile({ workload }), chosen, plan).map(
    ({ label, note }) => `${label} (${note})`,
  );

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

  it('are use cases under the load model plan, if there are any, and those of the product while the file names no workload', () => {
    expect(labels('delivery', ['user+trips'], true)).toEqual(
      expect.arrayContaining(['Case 1 user (use case 1: one user)', 'user+trips (user and trips)']),
    );
    const none = labels('product', ['none'], true);
    expect([none[0], none.at(-1)]).toEqual(['Small (small)', 'none (unknown)']);
    expect(workloadInFile({ workload: 'nonsense' })).toBe(workloadInFile({ workload: 'product' }));
    expect(workloadInFile(null)).toBe(workloadInFile({ workload: 'product' }));
  });
});

it.each<[string, string, string, string, boolean?]>([
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
  ['delivery', 'user+centre/trips', 'user+centre/trips', 'complete', true],
  ['delivery', 'case-2b', 'case-2b', 'complete', true],
  ['delivery', 'user+', 'user+', 'begun', true],
  ['delivery', 'user/tri', 'user/tri', 'begun', true],
  ['delivery', 'usr/trips', 'usr/trips', 'wrong', true],
  ['delivery', 'user/what', 'user/what', 'wrong', true],
])(
  'a shape that is being typed of %s, as in %o, is %s and %s',
  (workload, draft, name, state, plan) => {
    expect(readDraft(workloadInFile({ workload }), draft, plan)).toEqual({ name, state });
  },
);
