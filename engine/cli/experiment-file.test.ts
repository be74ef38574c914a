import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { readExperiment } from '../experiment/read.ts';
import { readExperimentFile } from './experiment-file.ts';

it('an experiment file of any length is only read until it is known to be too long', async () => {
  const file = join(temporaryFolder(), 'long.yaml');
  writeFileSync(file, 'wirebench: 1\n');
  truncateSync(file, 3 * 1024 ** 3);
  const read = readExperiment(await readExperimentFile(file));
  expect(read).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringContaining('200000') }],
  });
});
