import { expect, it, onTestFinished } from 'vitest';
import { protocols } from '../../../contracts/words.ts';
import { answeringLink } from '../../../tests/support/dom/answering-link.ts';
import { ownExperiment as own } from '../../../tests/support/dom/own-experiment.ts';
import {
  chooseSizesWorkload,
  setSizes,
  sizeable,
  startMeasuring,
  stopMeasuring,
  useSizes,
  wantedRequests,
} from './sizesStore.ts';

it('asks for messages as an experiment sends them by default, of the first two shapes of a workload', async () => {
  const before = useSizes.getState();
  const asked = answeringLink({ 'sizes.measure': () => undefined });
  onTestFinished(() => useSizes.setState(before, true));
  await startMeasuring(null);
  chooseSizesWorkload('delivery');
  await startMeasuring(null);
  const byDefault = { protocols, tls: 'off', dates: 'full' };
  expect(asked).toEqual([
    ['sizes.measure', { workload: 'product', shapes: ['small', 'typical'], ...byDefault }],
    ['sizes.measure', { workload: 'delivery', shapes: ['user', 'delivery'], ...byDefault }],
  ]);
});

it.each([
  [[], ['read', 'list'], ['rest', 'grpc', 'graphql']],
  [['change'], ['change'], ['rest', 'soap']],
  [
    ['list', 'change', 'gone'],
    ['change', 'list'],
    ['rest', 'soap', 'graphql'],
  ],
  [['gone'], ['read', 'list'], ['rest', 'grpc', 'graphql']],
])('of an own service, %j is measured as %j over %j', (requests, names, over) => {
  const settings = { ...useSizes.getInitialState().settings, requests };
  expect(wantedRequests(settings, own).map(({ name }) => name)).toEqual(names);
  expect(sizeable(settings, own)).toEqual(over);
});

it('measures an own service over the chosen protocols that have a request, once at a time', async () => {
  let measured = 'sizes';
  const asked = answeringLink({
    'experiments.check': () => ({ plan: null }),
    'sizes.measureOwn': () => measured,
  });
  onTestFinished(() => useSizes.setState(useSizes.getInitialState(), true));
  setSizes({ protocols: ['grpc', 'soap', 'rest'], requests: ['read'] });
  const measuring = startMeasuring(own);
  expect(useSizes.getState().measuring).toBe(true);
  await startMeasuring(own);
  await measuring;
  expect(asked).toMatchObject([
    ['experiments.check', { text: expect.stringContaining('rest') }],
    [
      'sizes.measureOwn',
      { text: 'wirebench: 1\n', requests: ['read'], protocols: ['rest', 'grpc'] },
    ],
  ]);
  expect(useSizes.getState()).toMatchObject({
    measuring: false,
    sizes: 'sizes',
    experiment: 'Shop',
  });
  asked.length = 0;
  setSizes({ requests: [] });
  const stopped = startMeasuring(own);
  stopMeasuring();
  measured = 'others';
  await stopped;
  expect(asked.at(-1)).toEqual([
    'sizes.measureOwn',
    { text: 'wirebench: 1\n', protocols: ['rest', 'grpc'] },
  ]);
  expect(useSizes.getState()).toMatchObject({ measuring: false, sizes: 'sizes' });
});
