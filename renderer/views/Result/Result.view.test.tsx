import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { TrialEnergy } from '../../../contracts/energy.ts';
import {
  find,
  has,
  openView,
  rowsOf,
  said,
  saidIn,
  settled,
  type ViewWindowOptions,
} from '../../../tests/support/dom/view-window.tsx';
import { sampleRun } from '../../../tests/support/sample-run-file.ts';
import { fixtureId, withResults } from '../../../tests/support/seeded-engine.ts';

const openResult = async (number: string, rest = '', more: ViewWindowOptions = {}) => {
  const route = `#/result/${await fixtureId(number)}${rest}`;
  return openView({ route, fixtures: [number], ...more });
};

const experiment = (name: string, repetitions: number) => `wirebench: 1
name: ${name}
factors: {protocol: [rest, soap, grpc], shape: [small, typical], users: [10]}
load: {model: closed, duration: 5s}
repetitions: ${repetitions}
order: interleaved
`;

it.each([
  ['failed requests', '12'],
  ['a search for the saturation of two shapes', '07'],
])('all sections of a result with %s', async (_what, number) => {
  await openResult(number);
  expect(await saidIn()).toMatchSnapshot();
});

it.each([
  ['the tax of clients', '28', ['figures', 'client-tax', 'factors', 'comparisons', 'statistics']],
  ['use cases', '26', ['figures', 'use-cases', 'percentiles', 'health']],
  ['TLS', '17', ['figures', 'percentiles', 'tls', 'factors', 'comparisons', 'statistics']],
  ['crossovers', '16', ['crossovers', 'figures', 'statistics']],
  ['a gateway', '29', ['gateway', 'comparisons', 'trials']],
  ['a ladder', '20', ['saturation', 'health']],
  ['open load', '27', ['figures', 'percentiles']],
  ['trials that were interrupted', '14', ['trials', 'run']],
])('the sections of a result about %s', async (_what, number, sections) => {
  await openResult(number);
  expect(await saidIn(...sections)).toMatchSnapshot();
});

/** Of a trial at 22 W, of which 7 W are drawn without a load. */
const energy: TrialEnergy = {
  source: 'rapl',
  joules: 66,
  baselineJoules: 21,
  joulesPerRequest: 0.03,
  processes: [
    { who: 'client', joules: 20 },
    { who: 'service', joules: 25 },
  ],
  intervalMs: 1000,
  samples: 3,
  wattsPerCore: null,
  flags: [],
};

it('the energy of a result, and the procedures of a study that are asked for', async () => {
  const text = `${experiment('Measured', 6)}energy: {source: rapl, baseline: 7}\n`;
  const run = withResults(sampleRun('rapl', text), () => ({ energy }));
  const { press, choose } = await openView({ route: '#/result/rapl', stored: [run] });
  expect(await saidIn('energy', 'sizes', 'statistics')).toMatchSnapshot();
  const words = await find('region', 'Statistics');
  await choose('Compared with', 'SOAP', words);
  await choose('Metric', 'p95', words);
  await find('figure', 'p95 latency, ratio to SOAP');
  expect(await rowsOf('p95 latency, compared within the run')).toHaveLength(4);
  expect(await saidIn('statistics')).toMatchSnapshot('against SOAP');
  await press(/^Apply the procedure of a study/);
  await press('Apply the procedure');
  await find('table', 'Decisions of the performance procedure');
  expect(await saidIn('statistics')).toMatchSnapshot('performance');
  await choose('Procedure', 'energy');
  await find('table', 'Decisions of the energy procedure');
  expect(await saidIn('statistics')).toMatchSnapshot('energy');
});

it('gains over sizes against another protocol, in latency, by the bytes of answers', async () => {
  const { press, choose } = await openResult('07', '/sizes');
  const gains = await find('region', 'Size and gain');
  await press('p50 latency', 'radio', gains);
  await press('Answer', 'radio', gains);
  await choose('Baseline', 'gRPC', gains);
  const chart = await find('figure', 'Gain in p50 latency over size, vs gRPC');
  expect(await saidIn('sizes')).toMatchSnapshot();
  await press('Show data', 'button', chart);
  expect(await said('dialog')).toMatchSnapshot('data');
});

it('a saturation point is set by hand, computed again, and the engine keeps it', async () => {
  const { press, write, engine } = await openResult('20');
  const runId = await fixtureId('20');
  const kept = async () => {
    const { analysis } = await engine.runs.get({ runId });
    return analysis.saturation.map(({ manual }) => manual?.level ?? null);
  };
  await press('Set by hand: saturation of gRPC');
  await write('Saturation at, users', '8');
  await press('Set');
  await screen.findByText('Saturation set by hand to 8 users.');
  await find('button', 'Use computed saturation of gRPC');
  expect((await kept()).filter((level) => level !== null)).toEqual([8]);
  expect(await saidIn('saturation')).toMatchSnapshot();
  await press('Use computed saturation of gRPC');
  await screen.findByText('Using the computed saturation point again.');
  await settled();
  expect(has('button', 'Use computed saturation of gRPC')).toBe(false);
  expect((await kept()).filter((level) => level !== null)).toEqual([]);
});

it.each([
  ['a ladder', '20', 1],
  ['open load', '27', 0],
  ['a plan', '26', 0],
])('a trial of %s in full', async (_what, number, index) => {
  const { user } = await openResult(number);
  await settled();
  const rows = (await find('table', 'All trials')).querySelectorAll<HTMLElement>('tbody tr');
  rows[index]?.focus();
  await user.keyboard('{Enter}');
  expect(await said('dialog')).toMatchSnapshot();
});
