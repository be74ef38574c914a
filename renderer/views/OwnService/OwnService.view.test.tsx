import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CheckedExperiment } from '../../../contracts/engine-api.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  type DescribingSource,
  type DiscoverInput,
  type Discovery,
  type Given,
  longestGiven,
  type SourceInput,
} from '../../../contracts/found.ts';
import { find, has, openView, said, settled } from '../../../tests/support/dom/view-window.tsx';
import { useExperiment } from '../../document/experimentStore.ts';
import { anySource, ownService, problemOf, useOwnService } from './ownServiceStore.ts';

const got = { responses: { 200: { description: 'ok' } } };
const parameters = [
  { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: '7' },
];
const openapi = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'http://127.0.0.1:9' }],
  paths: {
    '/orders/{id}': {
      get: { operationId: 'getOrder', summary: 'One order.', parameters, ...got },
      delete: { operationId: 'deleteOrder', parameters, ...got },
    },
    '/orders': { get: { operationId: 'listOrders', ...got } },
    '/health': { get: { operationId: 'health', ...got } },
  },
});
const graphql = `type Query { order(id: ID!): Order listOrders: [Order!]! shops: [String!]! }
type Order { id: ID! total: Float }
`;

async function openAssistant() {
  const view = await openView({ route: '#/own-service' });
  const form = () => find('region', 'Experiment');
  const read = async (source: string, text: string) => {
    await settled();
    ownService.choose(source);
    await settled();
    const [field] = await screen.findAllByRole('textbox', { name: /^(?:Address|Text)/ });
    if (field) await view.user.click(field);
    await view.user.paste(text);
    await view.press('Read');
    await expect.poll(() => useOwnService.getState().reading).toBe(false);
    await settled();
  };
  const sentence = async () => (await form()).querySelector('p')?.textContent;
  const isOn = async (name: string) => ((await find('checkbox', name)) as HTMLInputElement).checked;
  return { read, sentence, isOn, ...view };
}

it('lists what was read, picks what only reads, and opens the experiment of it', async () => {
  const { read, press, write, user, sentence, isOn } = await openAssistant();
  expect((await find('button', 'Find it')).hasAttribute('disabled')).toBe(true);
  expect(has('button', 'Choose a file…')).toBe(false);
  await read('openapi', openapi);
  await expect
    .poll(sentence)
    .toBe('Measures 3 requests over REST: 9 trials, about 23 s, at most 2 min.');
  await expect
    .poll(async () => (await find('region', 'As it will be sent')).textContent)
    .toContain('GET http://127.0.0.1:9/orders/7');
  expect(await said()).toMatchSnapshot();
  await write(/^Find operations/, 'one', 'searchbox');
  await expect.poll(() => has('checkbox', 'Pick GET /health')).toBe(false);
  await press('Pick none');
  await screen.findByText('2 of 4 picked');
  await write(/^Find operations/, 'nothing like it', 'searchbox');
  await screen.findByText('No operation matches.');
  await write(/^Find operations/, '', 'searchbox');
  await press('Pick DELETE /orders/{id}', 'checkbox');
  await find('heading', 'DELETE /orders/{id}');
  await press('Pick GET /health', 'checkbox');
  await expect
    .poll(sentence)
    .toBe('Measures 2 requests over REST: 6 trials, about 15 s, at most 2 min.');
  const sample = (await find('textbox', 'Sample request')) as HTMLTextAreaElement;
  await user.clear(sample);
  await user.paste('[');
  await screen.findByText('expected YAML, such as path: /orders/7');
  await screen.findByText('The sample of deleteOrder is not YAML.');
  await screen.findByText('The sample is not YAML.');
  await press('Take the sample of the description again');
  expect(sample.value).toBe('method: DELETE\npath: /orders/7');
  expect(has('button', 'Take the sample of the description again')).toBe(false);
  await write('Address of the REST service', ' ');
  await screen.findByText('The description does not say where it is.');
  await screen.findByText('Enter the address of the service at the left.');
  await screen.findByText('Enter the address of the service in the pasted text.');
  expect((await find('button', 'Open in the editor')).hasAttribute('disabled')).toBe(true);
  await write('Address of the REST service', 'http://127.0.0.1:8');
  await expect.poll(sentence).toMatch(/^Measures 2 requests/);
  await expect
    .poll(async () => (await find('button', 'Open in the editor')).hasAttribute('disabled'))
    .toBe(false);
  await press('Open in the editor');
  await expect.poll(() => window.location.hash).toBe('#/experiment');
  expect(parse(useExperiment.getState().text)).toMatchObject({
    service: { rest: { address: 'http://127.0.0.1:8' } },
    factors: { shape: ['delete-order', 'list-orders'] },
  });
  window.location.hash = '#/own-service';
  await press('Pick all');
  await screen.findByText('4 of 4 picked');
  expect(await isOn('Pick DELETE /orders/{id}')).toBe(true);
  await press('Remove the pasted text');
  await find('heading', 'Nothing read yet');
});

it('pairs operations of two protocols, takes pairs apart and pairs others', async () => {
  const { read, press, write, sentence, isOn } = await openAssistant();
  await read('openapi', openapi);
  await read('graphql', graphql);
  expect(await said('region', 'Compared')).toMatchSnapshot();
  const [, headless] = screen.getAllByRole('textbox', { name: /^Address of the/ });
  expect((headless as HTMLInputElement).value).toBe('');
  await write('Address of the GraphQL service', 'http://127.0.0.1:9/graphql');
  await press('Pick GET /health', 'checkbox');
  await expect
    .poll(sentence)
    .toBe(
      'Measures 3 requests over REST and GraphQL: 15 trials, about 38 s, at most 2 min. health has no counterpart and is measured over one protocol alone.',
    );
  await press('Take apart: GET /orders and listOrders');
  expect(await isOn('Pick GET /orders')).toBe(true);
  expect(has('checkbox', 'Pick GET /orders and listOrders')).toBe(false);
  await press('Pair GET /orders');
  await screen.findByText(/^Pair GET \/orders with an operation of another protocol: press/);
  expect(has('button', 'With this: GET /health')).toBe(false);
  await press('Cancel pairing GET /orders');
  await press('Pair shops');
  expect(has('button', 'With this: listOrders')).toBe(false);
  await press('With this: GET /orders');
  const pair = await find('checkbox', 'Pick shops and GET /orders');
  await screen.findByText('paired by you');
  expect(has('button', 'Cancel pairing shops')).toBe(false);
  expect((pair as HTMLInputElement).checked).toBe(true);
  await screen.findByText('6 of 7 picked');
  await press('Pick shops and GET /orders', 'checkbox');
  await screen.findByText('4 of 7 picked');
  expect((pair as HTMLInputElement).indeterminate).toBe(false);
  const [first = ''] = useOwnService.getState().picked;
  ownService.pick([first], false);
  await screen.findByText('3 of 7 picked');
  const half = (await find('checkbox', 'Pick GET /orders/{id} and order')) as HTMLInputElement;
  expect([half.checked, half.indeterminate]).toEqual([false, true]);
});

const described = (name: string, protocol = 'rest') => ({
  protocol,
  address: `http://${name}`,
  endpoint: {},
  remarks: [],
  operations: [{ name, doc: '', changes: false, call: { path: `/${name}` }, checks: [] }],
  picked: [true],
});

/** The window with an engine that answers like this, and keeps what it is asked. */
async function openAnswered(answer: (input: Given | DiscoverInput) => unknown) {
  const asked: unknown[] = [];
  const take = async ({ input }: { input: Given | DiscoverInput }) => {
    asked.push(input);
    return answer(input);
  };
  const view = await openView({
    route: '#/own-service',
    calls: (api) => ({
      ownService: {
        describe: api.ownService.describe.handler(take as never),
        discover: api.ownService.discover.handler(take as never),
      },
    }),
  });
  await find('textbox', 'Address');
  return { asked, ...view };
}
const places = () => useOwnService.getState().descriptions.map(({ place }) => place);
const source = (name: string, ...inputs: SourceInput[]) => ({
  name,
  title: name,
  help: '',
  inputs,
});

it('asks for a description by what was typed, and names it by its first line', async () => {
  const { asked } = await openAnswered(() => [described('one')]);
  const readAs = async (from: DescribingSource, as: 'address' | 'text', typed: string) => {
    ownService.type(typed);
    await ownService.readTyped(from, as);
  };
  await readAs(source('openapi', 'address', 'text'), 'address', '  http://a/b ');
  await readAs(source('openapi', 'address', 'text'), 'text', 'openapi: 3');
  await readAs(source('curl', 'text'), 'text', `curl ${'x'.repeat(80)}\n-v`);
  await ownService.readFiles(source('proto', 'file'), []);
  await ownService.readFiles(source('proto', 'file'), [
    new File(['syntax'], 'a.proto'),
    new File(['more'], 'b.proto'),
    new File(['yet'], 'c.proto'),
  ]);
  await ownService.readFiles(source('har', 'file'), [new File(['{}'], 'd.har')]);
  const given = (of: string, what: object) => ({ source: of, given: what, mayAsk: false });
  expect(asked).toEqual([
    given('openapi', { as: 'address', address: 'http://a/b' }),
    given('openapi', { as: 'text', text: 'openapi: 3' }),
    given('curl', { as: 'text', text: `curl ${'x'.repeat(80)}\n-v` }),
    given('proto', {
      as: 'file',
      files: [
        { name: 'a.proto', text: 'syntax' },
        { name: 'b.proto', text: 'more' },
        { name: 'c.proto', text: 'yet' },
      ],
    }),
    given('har', { as: 'file', files: [{ name: 'd.har', text: '{}' }] }),
  ]);
  expect(places()).toEqual([
    'http://a/b',
    'the pasted text',
    `curl ${'x'.repeat(75)}`,
    'a.proto and 2 more',
    'd.har',
  ]);
  expect(useOwnService.getState()).toMatchObject({ typed: '', reading: false, error: null });
});

it.each([
  ['bytes that are no text', ['fine', '\uFFFD'], /^2 is not text\./],
  ['too much of it', ['x'.repeat(longestGiven), 'x'], /^Files are read up to 2,000,000 characters/],
])('reads no file with %s', async (_what, texts, message) => {
  const { asked } = await openAnswered(() => []);
  const files = texts.map((text, index) => new File([text], String(index + 1)));
  await ownService.readFiles(source('proto', 'file'), files);
  expect(asked).toEqual([]);
  await screen.findByText(message);
  ownService.choose('har');
  expect(useOwnService.getState()).toMatchObject({ source: 'har', error: null });
});

const discovery = (address: string, ...found: string[]): Discovery => ({
  address,
  services: found.map((name) => described(name) as Discovery['services'][number]),
  attempts: ['GET /openapi.json', 'reflection'].map((asked) => ({
    asked,
    outcome: found.length > 0 ? `${found.join()} by ${asked}` : 'nothing',
    found: found.length > 0 && asked === 'reflection',
  })),
  advice: found.length > 0 ? null : 'Nothing answers there.',
});

it('asks the addresses of another view one by one, and says what came of each', async () => {
  const { asked } = await openAnswered((input) => {
    const address = 'address' in input ? input.address : '';
    return discovery(address, ...(address === 'b:2' ? [] : [address]));
  });
  await ownService.findAll([]);
  expect(asked).toEqual([]);
  ownService.type('old:9');
  await ownService.readTyped(anySource, 'address');
  await ownService.findAll(['a:1', 'b:2', 'c:3']);
  expect(asked.slice(1)).toEqual(
    ['a:1', 'b:2', 'c:3'].map((address) => ({ address, mayAsk: false })),
  );
  expect(places()).toEqual(['a:1', 'c:3']);
  expect(useOwnService.getState().picked.size).toBe(2);
  expect(await said('region', 'What was found')).toMatchSnapshot();
  const isOpen = [...document.querySelectorAll('details')].map(({ open }) => open);
  expect(isOpen).toEqual([false, true, false]);
});

it('asks a remote host only when the user allows it', async () => {
  let failure: WirebenchError | null = new WirebenchError('HOST_NOT_CONFIRMED', 'Not confirmed');
  const { asked, press, user } = await openAnswered((input) => {
    if (!input.mayAsk && failure) throw failure;
    return discovery('lab.example:80', 'orders');
  });
  const field = await find('textbox', 'Address');
  await user.type(field, 'lab.example:80{Enter}');
  await press('Cancel', 'button', await find('dialog', 'Ask lab.example?'));
  await expect.poll(() => useOwnService.getState().reading).toBe(false);
  expect(asked).toHaveLength(1);
  expect(useOwnService.getState()).toMatchObject({ error: null, typed: 'lab.example:80' });
  await expect.poll(() => has('dialog')).toBe(false);
  await press('Find it');
  await press('Ask this host', 'button', await find('dialog', 'Ask lab.example?'));
  await expect.poll(places).toEqual(['lab.example:80']);
  expect(asked.map((one) => (one as Given).mayAsk)).toEqual([false, false, true]);
  ownService.type('127.0.0.1:80');
  await ownService.readTyped(anySource, 'address');
  await screen.findByText('Not confirmed');
  failure = new WirebenchError('SERVICE_INVALID', 'No description');
  ownService.type('lab.example:80');
  await ownService.readTyped(anySource, 'address');
  await screen.findByText('No description');
});

it('reads one at a time, and keeps nothing of what was stopped', async () => {
  const answers: (() => void)[] = [];
  const { asked, press } = await openAnswered(
    () => new Promise((resolve) => answers.push(() => resolve([described('late')]))),
  );
  ownService.type('http://a');
  const first = ownService.readTyped(source('openapi', 'address'), 'address');
  const second = ownService.readTyped(source('openapi', 'address'), 'address');
  await expect.poll(() => asked.length).toBe(1);
  await press('Stop');
  await Promise.all([first, second]);
  expect(asked).toHaveLength(1);
  for (const answer of answers) answer();
  expect(useOwnService.getState()).toMatchObject({ reading: false, error: null, descriptions: [] });
  const third = ownService.readTyped(source('openapi', 'address'), 'address');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await third;
  expect(places()).toEqual(['http://a']);
});

it.each([
  [[], null],
  [['name', 'service.requests.get-order.rest'], 'get-order.rest: wrong'],
  [['service.rest.address'], 'rest.address: wrong'],
  [['service'], 'service: wrong'],
  [['', 'name'], 'wrong'],
])('of problems at %j tells %j', (paths, told) => {
  const problems = paths.map((path) => ({ path, message: 'wrong' }));
  expect(problemOf({ problems } as unknown as CheckedExperiment)).toBe(told);
});
