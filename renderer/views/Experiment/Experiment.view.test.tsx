import { isDeepStrictEqual } from 'node:util';
import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { find, openView, said } from '../../../tests/support/dom/view-window.tsx';
import { experiment, useExperiment } from '../../document/experimentStore.ts';
import { queryClient } from '../../transport/engine.ts';

async function openEditor(text?: string) {
  if (text !== undefined)
    experiment.load(text, { kind: 'file', name: 'mine.bench.yaml', path: null });
  const view = await openView({ route: '#/experiment' });
  await find('form', 'Experiment');
  return view;
}

/** Resolves when the engine has answered what it makes of the text, which waits for a pause in typing. */
const checked = () => {
  const { text } = useExperiment.getState();
  const answers = () =>
    [
      ['experiments', 'check'],
      ['collection', 'preview'],
    ].map((key) => queryClient.getQueryState([...key, text])?.status);
  return expect.poll(answers).toEqual(['success', 'success']);
};

const written = () => parse(useExperiment.getState().text);

const ladder = `wirebench: 1
name: Ladder
workload: inventory
factors: {protocol: [rest, grpc], shape: [xs, s], tls: [off, on]}
load: {model: steps, levels: [1, 2, 4], hold: 2s}
target: {rest: "http://bench.invalid:8080", grpc: "bench.invalid:9090"}
repetitions: 3
thresholds: ["p95 < 20ms"]
`;
const open = `wirebench: 1
name: Open
factors: {protocol: [rest, soap], rate: [100, 400], network: [lan], connections: [4]}
load: {model: open, duration: 10s, maxInFlight: 50}
repetitions: {atLeast: 3, within: 10m}
`;
const search = `wirebench: 1
name: Search
factors: {protocol: [grpc], shape: [small]}
load: {model: search, method: doubling, from: 1, to: 64, round: 5s}
`;
const wrong = `wirebench: 1
name: Wrong
factors: {protocol: [rest, carrier-pigeon], users: -3}
load: {model: closed, duration: soon}
`;
const own = `wirebench: 1
name: Orders
service:
  rest: {address: "http://127.0.0.1:9"}
  data: {orders: {file: orders.csv, pick: random}}
  requests:
    get-order: {rest: {path: /orders/7}, checks: [{path: $.id, exists: true}]}
    login: {rest: {method: POST, path: /login}, changes: true}
  mixes: {browse: {get-order: 9, login: 1}}
  flows:
    checkout:
      setup: [{request: login, take: {token: {path: $.token}}}]
      steps: [{request: get-order}]
target:
  servers:
    old: {start: {command: "java -jar orders-1.jar --port {{port}}", ready: {http: /health}}}
    new: {start: {command: "java -jar orders-2.jar --port {{port}}", env: {MODE: fast}}}
factors: {protocol: [rest], shape: [get-order, browse], users: [10], server: [old, new]}
load: {model: closed, requests: 200}
`;

it('offers a newcomer an experiment that runs, with its plan', async () => {
  await openEditor();
  await screen.findByText(/^Starts and loads the REST, SOAP and gRPC services/);
  await find('button', /^Compare at /);
  expect(await said()).toMatchSnapshot();
});

it.each([
  ['a ladder of steps', ladder],
  ['open load', open],
  ['a search', search],
  ['what is wrong', wrong],
  ['a service of the user', own],
])('the form and plan of %s', async (_what, text) => {
  await openEditor(text);
  await screen.findByRole('heading', { level: 1, name: /mine/ });
  await checked();
  expect(await said()).toMatchSnapshot();
});

it('writes what is changed in the form into the text, and takes it back', async () => {
  const { press, write, choose } = await openEditor();
  await screen.findByText(/^Starts and loads the REST, SOAP and gRPC services/);
  const before = written();
  await press('gRPC');
  await press('TLS 1.3');
  await write('Name', 'Mine');
  expect(written()).toMatchObject({ name: 'Mine' });
  expect(written().factors).toMatchSnapshot();
  await choose('Workload', 'Inventory');
  expect(written()).toMatchSnapshot();
  // Changes that come shortly after each other are one step: how many there are depends on the machine.
  for (let steps = 0; steps < 10 && !isDeepStrictEqual(written(), before); steps++) {
    await press('Undo');
  }
  expect(written()).toEqual(before);
});

it('explains a field in place', async () => {
  const { press } = await openEditor();
  await press('About Warm-up');
  expect(await said('dialog', 'About Warm-up')).toMatchSnapshot();
});
