import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { find, openView, said } from '../../../tests/support/dom/view-window.tsx';

const text = (name: string) => `# Mine.
wirebench: 1
name: ${name}
factors: {protocol: [rest, grpc], shape: small, users: 1}
load: {model: closed, warmUp: 0s, requests: 20}
`;

async function openExperiments(files: Readonly<Record<string, string>>) {
  const view = await openView({
    route: '#/experiments',
    prepare: (home) => {
      mkdirSync(join(home, 'experiments'), { recursive: true });
      for (const [name, content] of Object.entries(files))
        writeFileSync(join(home, 'experiments', name), content);
    },
  });
  const folder = join(view.seeded.home, 'experiments');
  const yours = await find('region', 'Yours');
  const more = async (name: string, item: string) => {
    await view.press(`More for “${name}”`);
    await view.press(item, 'menuitem');
  };
  return { folder, yours, more, ...view };
}

it('lists those of the user with what they do, and what is wrong with a file', async () => {
  const { seeded } = await openExperiments({
    'mine.bench.yaml': text('Mine'),
    'half-done.bench.yaml': 'wirebench: 1\nname: Half done\n',
  });
  await screen.findByText(/^Line \d+: /);
  expect((await said('region', 'Yours')).replaceAll(seeded.home, 'HOME')).toMatchSnapshot();
  expect((await find('button', 'Run “Half done”')).hasAttribute('disabled')).toBe(true);
});

it('copies one that is built in, and finds by words', async () => {
  const { press, write, folder } = await openExperiments({});
  await find('heading', 'No experiments of your own yet');
  await press('Copy a built-in experiment');
  await press('First look', 'menuitem');
  await screen.findByText(/first-look\.bench\.yaml/);
  expect(readFileSync(join(folder, 'first-look.bench.yaml'), 'utf8')).toMatch(/^# A first look/);
  const search = await find('searchbox');
  await write(/./, 'kth tls', search.getAttribute('role') ?? 'searchbox');
  await expect.poll(() => screen.queryAllByRole('listitem').length).toBe(4);
  await write(/./, 'nothing like it', 'searchbox');
  await find('heading', 'No experiment matches');
  await press('Show all');
  await screen.findByText(/first-look\.bench\.yaml/);
});

it('renames, duplicates, deletes and brings back', async () => {
  const { more, write, press, folder } = await openExperiments({ 'mine.bench.yaml': text('Mine') });
  const files = () =>
    readdirSync(folder)
      .filter((name) => name !== '.trash')
      .toSorted();
  await more('Mine', 'Rename…');
  await write('File', '../escape.bench.yaml');
  await screen.findByText(/expected a plain name/);
  expect((await find('button', 'Rename')).hasAttribute('disabled')).toBe(true);
  await write('File', 'tuned.bench.yaml');
  await write('Name', 'Tuned');
  await press('Rename');
  await screen.findByText(/^tuned\.bench\.yaml/);
  await more('Tuned', 'Duplicate');
  await find('button', 'Tuned (copy)');
  expect(files()).toEqual(['tuned-copy.bench.yaml', 'tuned.bench.yaml']);
  await more('Tuned', 'Delete');
  await expect.poll(() => existsSync(join(folder, 'tuned.bench.yaml'))).toBe(false);
  await press('Undo');
  await expect.poll(files).toEqual(['tuned-copy.bench.yaml', 'tuned.bench.yaml']);
  expect(readFileSync(join(folder, 'tuned.bench.yaml'), 'utf8')).toContain(
    '# Mine.\nwirebench: 1\nname: Tuned\n',
  );
});
