import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { type Bundle, formatBundle } from './bundle.ts';
import { currentBundle, publish } from './generations.ts';

const pem = (label: string, text: string) =>
  `-----BEGIN ${label}-----\n${Buffer.from(text).toString('base64')}\n-----END ${label}-----\n`;
const bundle = (text: string): Bundle => ({
  cert: pem('CERTIFICATE', text),
  key: pem('PRIVATE KEY', text),
});
const [old, current, made] = ['old', 'current', 'made'].map(bundle) as [Bundle, Bundle, Bundle];

/** @param usable the bundle that still is. */
const asked = (folder: string, usable: Bundle | null) => {
  let makes = 0;
  const kind = {
    folder,
    name: 'server',
    usable: ({ cert }: Bundle) => cert === usable?.cert,
    make: async () => {
      makes++;
      return made;
    },
  };
  return currentBundle(kind).then((found) => ({ found, makes }));
};

it('the bundle with the highest number is current, unless it is no longer usable', async () => {
  const folder = temporaryFolder({
    'server.10.pem': formatBundle(current),
    'server.9.pem': formatBundle(old),
    'server.x.pem': 'x',
    'server.30.txt': 'x',
    'servers.40.pem': 'x',
  });
  expect(await asked(folder, current)).toEqual({ found: current, makes: 0 });
  expect(await asked(folder, old)).toEqual({ found: made, makes: 1 });
  expect(readFileSync(join(folder, 'server.11.pem'), 'utf8')).toBe(formatBundle(made));
  expect(readdirSync(folder)).toHaveLength(6);
});

it('the first bundle has number 1, and one that another process placed meanwhile wins', async () => {
  const folder = temporaryFolder();
  const [first, second] = await Promise.all([asked(folder, made), asked(folder, made)]);
  expect([first.found, second.found]).toEqual([made, made]);
  expect(readdirSync(folder)).toEqual(['server.1.pem']);
});

it('a published file is written anew only where its text differs', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'ca.pem');
  for (const text of ['a', 'b', 'b']) {
    await publish(path, text);
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
  expect(readdirSync(folder)).toEqual(['ca.pem']);
});
