import { expect, it } from 'vitest';
import { workloadOfRun } from './workload.ts';

it.each([
  ['wirebench: 1\nworkload: store\n', 'store'],
  ['workload: "team" # all of it', 'team'],
  ['wirebench: 1\ndescription: |\n  workload: team\n', 'product'],
  ['wirebench: 1\nworkload: other\n', 'product'],
  ['wirebench: 1\nservice:\n  requests: {}\n', 'custom'],
  ['wirebench: 1\ndescription: |\n  service: mine\n', 'product'],
  ['', 'product'],
])('reads %o as a run of %s', (experiment, workload) => {
  expect(workloadOfRun({ experiment })).toBe(workload);
});
