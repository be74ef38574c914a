import { symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { asNamedFrom, filesIn } from './files.ts';

/** A folder with files, next to a file outside of it. */
function folders() {
  const around = temporaryFolder({ 'experiment/protos/a.proto': 'a', secret: 'secret' });
  return { around, folder: join(around, 'experiment') };
}

const refusal = { code: 'SERVICE_INVALID', message: expect.stringContaining('is outside of') };

describe('the files of an experiment', () => {
  it('are read by their paths, and none outside of the folder', async () => {
    const { around, folder } = folders();
    const files = filesIn(folder);
    expect(String(await files.read('protos/a.proto'))).toBe('a');
    expect(await files.read('protos/b.proto')).toBeNull();
    for (const path of ['../secret', 'protos/../../secret', join(around, 'secret'), 'C:/secret']) {
      await expect(files.read(path)).rejects.toMatchObject(refusal);
    }
  });

  it('are refused for their size before they are read', async () => {
    const { folder } = folders();
    truncateSync(join(folder, 'protos/a.proto'), 3 * 1024 ** 3);
    const message = 'protos/a.proto is larger than 67108864 bytes';
    await expect(filesIn(folder).read('protos/a.proto')).rejects.toMatchObject({ message });
  });

  it('are not links to other folders', async () => {
    const { around, folder } = folders();
    symlinkSync('../secret', join(folder, 'link'));
    symlinkSync(around, join(folder, 'up'));
    symlinkSync('protos/a.proto', join(folder, 'within'));
    const files = filesIn(folder);
    for (const path of ['link', 'up/secret']) {
      await expect(files.read(path)).rejects.toMatchObject(refusal);
      await expect(files.open(path, 100)).rejects.toMatchObject(refusal);
    }
    expect(String(await files.read('within'))).toBe('a');
    symlinkSync(folder, join(around, 'alias'));
    expect(String(await filesIn(join(around, 'alias')).read('within'))).toBe('a');
  });

  it('are named relative to the folder of the experiment', async () => {
    const { around, folder } = folders();
    const paths = ['protos/a.proto', 'protos', '.'].map((path) => join(folder, path));
    expect(await asNamedFrom(folder, paths)).toEqual(['protos/a.proto', 'protos', '.']);
    await expect(asNamedFrom(join(around, 'other'), paths)).rejects.toMatchObject({
      ...refusal,
      hint: `Write the experiment into ${around}, or copy the files beside it.`,
    });
  });
});
