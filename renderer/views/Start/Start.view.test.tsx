import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { CollectionEntry } from '../../../contracts/collection.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import { find, has, openView, said, settled } from '../../../tests/support/dom/view-window.tsx';
import { takeAskedAddresses } from '../../document/askedAddresses.ts';
import { experiment, useExperiment } from '../../document/experimentStore.ts';

const planned: NonNullable<CollectionEntry['plan']> = {
  ...{ protocols: ['rest', 'grpc'], cells: 2, trials: 6, seconds: 90, atMost: false },
  ...{ model: 'closed', ownService: false },
};
const entry = (name: string, plan: CollectionEntry['plan']): CollectionEntry => ({
  ...{ id: name, kind: 'built-in', name, description: `About ${name}`, plan, problems: 0 },
  ...{ problem: null, changedAt: null, study: null },
});
const entries: CollectionEntry[] = [
  { ...entry('Broken', null), kind: 'own', changedAt: '2026-01-01T00:00:00Z', problems: 1 },
  entry('Timed', planned),
  { ...entry('Bounded', { ...planned, atMost: true, seconds: 3725 }), study: 'kth-2023' },
  entry('Counted', { ...planned, seconds: null, protocols: ['soap'] }),
];

/** A window with eight runs, of which the newest still runs, and what it asked for. */
async function openStart(runs = 8) {
  const asked: unknown[] = [];
  const view = await openView({
    route: '#/start',
    runs,
    calls: (api) => ({
      collection: {
        list: api.collection.list.handler(() => ({ folder: '/mine', entries, leftOut: 0 })),
        read: api.collection.read.handler(({ input }) => {
          asked.push(input);
          return {
            ...input,
            name: input.id,
            text: 'wirebench: 1\nname: Read\n',
            revision: 'r',
          } as never;
        }),
      },
      runs: {
        start: api.runs.start.handler(({ input }) => {
          asked.push(input.text);
          throw new WirebenchError('RUN_BUSY', 'Another run is in progress');
        }),
      },
    }),
  });
  await find('button', /^Counted/);
  return { asked, ...view };
}

it('shows the latest runs and the experiments, which are searched and opened', async () => {
  const { press, write, asked } = await openStart();
  await screen.findByText('First look 5');
  expect(await said()).toMatchSnapshot();
  const search = /^Find experiments/;
  await write(search, 'grpc', 'searchbox');
  await screen.findByText('2 of 4');
  expect(has('button', /^Counted/)).toBe(false);
  expect(has('region', 'Yours')).toBe(false);
  await write(search, 'x', 'searchbox');
  await screen.findByText(/^None of the 4 experiments match\./);
  await press('Show all');
  await press(/^Timed/);
  await expect
    .poll(() => useExperiment.getState().origin)
    .toEqual({ kind: 'built-in', name: 'Timed' });
  expect(asked).toEqual([{ kind: 'built-in', id: 'Timed' }]);
});

it('answers a question with an experiment of its protocols, users, message and TLS', async () => {
  const { press, write, choose, asked } = await openStart(0);
  await screen.findByText('No runs yet. The first answer takes half a minute.');
  expect(has('link', 'All runs')).toBe(false);
  const form = await find('form', 'The question');
  expect(await said('form', 'The question')).toMatchSnapshot();
  const boxes = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox').filter((box) => form.contains(box));
  for (const box of boxes().filter(({ checked }) => checked)) box.click();
  await expect.poll(() => boxes().some(({ checked }) => checked)).toBe(false);
  const button = await find('button', /^Answer it/);
  await press('SOAP', 'checkbox');
  expect(button.hasAttribute('disabled')).toBe(true);
  await press('REST', 'checkbox');
  expect(button.hasAttribute('disabled')).toBe(false);
  await write('Users', '');
  expect(button.hasAttribute('disabled')).toBe(true);
  await write('Users', '1');
  expect(button.hasAttribute('disabled')).toBe(false);
  await choose('Message', /^Large/);
  await press('TLS', 'switch');
  await screen.findByText('Answer it · about 30 s');
  await press(/^Answer it/);
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toMatchSnapshot();
  expect(useExperiment.getState().text).toBe(asked[0]);
  expect(useExperiment.getState().origin).toMatchObject({ kind: 'new' });
});

it.each<[question: string, field: string, value: string, lines: string[], hasSwitch: boolean]>([
  ['What TLS costs', 'Users', '7', ['tls: [off, on]', 'users: [7]'], false],
  ['Where it saturates', 'Up to users', '16', ['levels: [1, 2, 4, 8, 16]'], true],
  ['Highest rate', 'p99 below (ms)', '2.5', ['objective: p99 < 2.5ms'], true],
  ['Highest rate', 'p99 below (ms)', '0,25', ['objective: p99 < 0.25ms'], true],
])('asks %s', async (question, field, value, lines, hasSwitch) => {
  const { press, write, asked } = await openStart(0);
  await press(question, 'radio');
  await write(field, value);
  expect(has('switch', 'TLS')).toBe(hasSwitch);
  await find('button', question === 'Highest rate' ? /· at most \d/ : /· about \d/);
  await press(/^Answer it/);
  await expect.poll(() => asked.length).toBe(1);
  expect(String(asked[0]).match(/tls: .*|users: .*|levels: .*|objective: .*/g)).toEqual(lines);
});

it('answers no question where an experiment is open whose changes are to be kept', async () => {
  const { press, asked } = await openStart(0);
  experiment.load('name: Mine\n', { kind: 'new', name: 'Mine' });
  experiment.write('name: Changed\n');
  await press(/^Answer it/);
  await press('Keep editing');
  await settled();
  expect(asked).toEqual([]);
  expect(useExperiment.getState().text).toBe('name: Changed\n');
  expect(window.location.hash).toBe('#/start');
});

it('repeats an ended run as it was run, once for two clicks', async () => {
  const { asked, engine } = await openStart(2);
  const [, ended] = await engine.runs.list({ limit: 2 });
  const { run } = await engine.runs.get({ runId: ended?.id ?? '' });
  const again = await find('button', `Run “${ended?.name}” again`);
  again.click();
  await Promise.resolve();
  expect(again.hasAttribute('disabled')).toBe(true);
  again.click();
  await expect.poll(() => again.hasAttribute('disabled')).toBe(false);
  expect(asked).toEqual([run.experiment]);
});

it('leads to the studies', async () => {
  const { press } = await openStart(0);
  await press('Repeat a study');
  await expect.poll(() => window.location.hash).toMatch(/^#\/studies/);
});

it('passes on the addresses of an own service once they are right', async () => {
  const { press, write } = await openStart(0);
  await press('My own service', 'radio');
  const button = await find('button', 'Look at it');
  expect(button.hasAttribute('disabled')).toBe(true);
  const second = 'Compared with (optional)';
  await write(second, 'no address');
  await screen.findByText('expected host:port, or a URL');
  await write('Address', ' localhost:1 ');
  expect(button.hasAttribute('disabled')).toBe(true);
  await write(second, 'localhost:1');
  expect(screen.queryByText('expected host:port, or a URL')).toBeNull();
  await write(second, 'localhost:2');
  takeAskedAddresses();
  const hash = window.location.hash;
  await press('Look at it');
  await expect.poll(() => window.location.hash).not.toBe(hash);
  expect(window.location.hash).toMatch(/^#\/own-service/);
});
