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

/** @param usable the bundles that still are. @param fresh the one that it would make. */
const asked = (folder: string, usable: readonly Bundle[], fresh = made) => {
  let makes = 0;
  const kind = {
    folder,
    name: 'server',
    usable: ({ cert }: Bundle) => usable.some((one) => one.cert === cert),
    make: async () => {
      makes++;
      return fresh;
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
  expect(await asked(folder, [current])).toEqual({ found: current, makes: 0 });
  expect(await asked(folder, [old])).toEqual({ found: made, makes: 1 });
  expect(readFileSync(join(folder, 'server.11.pem'), 'utf8')).toBe(formatBundle(made));
  expect(readdirSync(folder)).toHaveLength(6);
});

it('the first bundle has number 1, and one that another process placed meanwhile wins', async () => {
  const folder = temporaryFolder();
  const mine = [made, current];
  const found = await Promise.all(mine.map((fresh) => asked(folder, mine, fresh)));
  expect(readdirSync(folder)).toEqual(['server.1.pem']);
  const placed = readFileSync(join(folder, 'server.1.pem'), 'utf8');
  expect(found.map((one) => formatBundle(one.found))).toEqual([placed, placed]);
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
