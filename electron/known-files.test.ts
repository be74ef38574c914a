import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { KnownFiles } from './known-files.ts';

let folder: string;
let stateFile: string;
beforeEach(() => {
  folder = temporaryFolder();
  stateFile = join(folder, 'state', 'files.json');
});

it('are none at first, and survive restarts, newest first', () => {
  const known = new KnownFiles(stateFile);
  expect(known.recent()).toEqual([]);
  expect(known.wasChosen('/a.yaml')).toBe(false);
  const before = new KnownFiles(stateFile);
  for (const path of ['/a.yaml', '/b.yaml', '/a.yaml']) before.addExperiment(path);
  const after = new KnownFiles(stateFile);
  expect(after.recent()).toEqual([
    { path: '/a.yaml', name: 'a.yaml' },
    { path: '/b.yaml', name: 'b.yaml' },
  ]);
  expect(after.wasChosen('/b.yaml')).toBe(true);
});

it('list the latest ten experiments and no exports', () => {
  const known = new KnownFiles(stateFile);
  for (let index = 0; index < 12; index++) known.addExperiment(`/${index}.yaml`);
  known.addExport('/result.csv');
  expect(known.recent()).toHaveLength(10);
  expect(known.isRecent('/result.csv')).toBe(false);
  expect(known.wasChosen('/result.csv')).toBe(true);
  expect(known.wasChosen('/0.yaml')).toBe(true);
});

it('can be removed from the list, and start over if their file is damaged', () => {
  const known = new KnownFiles(stateFile);
  known.addExperiment('/a.yaml');
  known.forget('/a.yaml');
  expect(known.recent()).toEqual([]);
  const path = join(folder, 'files.json');
  for (const damaged of ['{"recent": 1}', 'not json', '']) {
    writeFileSync(path, damaged);
    expect(new KnownFiles(path).recent()).toEqual([]);
  }
});
