import { describe, expect, it } from 'vitest';
import { groupByStudy } from './studies.ts';

const experiment = (id: string) => ({ id, name: id, description: '', text: '' });

describe('groupByStudy', () => {
  it('puts experiments under their study, and those of none last', () => {
    const ids = ['first-look', 'kth-2024-tls', 'kth-2023-search', 'kth-2024-tls-quick'];
    const groups = groupByStudy(ids.map(experiment));
    expect(groups.map(({ key, experiments }) => [key, experiments.map(({ id }) => id)])).toEqual([
      ['kth-2023', ['kth-2023-search']],
      ['kth-2024', ['kth-2024-tls', 'kth-2024-tls-quick']],
      ['ours', ['first-look']],
    ]);
  });

  it('leaves out groups without experiments', () => {
    expect(groupByStudy([experiment('mine')]).map(({ key }) => key)).toEqual(['ours']);
    expect(groupByStudy([])).toEqual([]);
  });
});
