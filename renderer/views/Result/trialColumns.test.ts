import { expect, it } from 'vitest';
import { titleOf } from '../../../metrics/columns.ts';
import { makeCell, makeResult } from '../../../tests/support/records.ts';
import { healthColumns } from './healthColumns.tsx';
import { allTrialsColumns } from './trialColumns.tsx';

it('shows the surroundings of trials that a run compares, in both tables', () => {
  const trials = (['off', 'on'] as const).map((gateway, index) =>
    makeResult(gateway, { index, cell: makeCell({ gateway, network: '30ms', fields: 'full' }) }),
  );
  for (const columns of [allTrialsColumns(trials), healthColumns(trials)]) {
    const titles = columns.map(titleOf);
    expect(titles).toEqual(expect.arrayContaining(['Gateway', 'Network', 'Fields']));
    const gateway = columns.find(({ id }) => id === 'gateway');
    expect(trials.map((trial) => gateway?.value(trial))).toEqual(['off', 'on']);
  }
});
