import { expect, it, onTestFinished } from 'vitest';
import { protocols } from '../../../contracts/words.ts';
import type { OwnExperiment } from '../../actions/ownExperiment.ts';
import { linkEvents } from '../../transport/connection.ts';
import {
  chooseSizesWorkload,
  setSizes,
  sizeable,
  startMeasuring,
  stopMeasuring,
  useSizes,
  wantedRequests,
} from './sizesStore.ts';

const own: OwnExperiment = {
  name: 'Shop',
  experiment: { text: 'wirebench: 1\n' },
  requests: [
    { name: 'change', protocols: ['soap', 'rest'], changes: true },
    { name: 'read', protocols: ['grpc', 'rest'], changes: false },
    { name: 'list', protocols: ['graphql'], changes: false },
  ],
};

it('asks for messages as an experiment sends them by default, of the first two shapes of a workload', async () => {
  const before = useSizes.getState();
  const asked: unknown[] = [];
  linkEvents.opened({ link: { call: async (...call) => void asked.push(call.slice(0, 2)) } });
  onTestFinished(() => {
    linkEvents.closed('lost');
    useSizes.setState(before, true);
  });
  await startMeasuring(null);
  chooseSizesWorkload('delivery');
  await startMeasuring(null);
  const byDefault = { protocols, tls: 'off', dates: 'full' };
  expect(asked).toEqual([
    [['sizes', 'measure'], { workload: 'product', shapes: ['small', 'typical'], ...byDefault }],
    [['sizes', 'measure'], { workload: 'delivery', shapes: ['user', 'delivery'], ...byDefault }],
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
  const asked: unknown[] = [];
  const answers = [{ plan: null }, 'sizes'];
  linkEvents.opened({
    link: {
      call: async (path, input) => {
        asked.push([path.join('.'), input]);
        return answers[asked.length - 1] as never;
      },
    },
  });
  onTestFinished(() => {
    linkEvents.closed('lost');
    useSizes.setState(useSizes.getInitialState(), true);
  });
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
  answers[1] = 'others';
  await stopped;
  expect(asked.at(-1)).toEqual([
    'sizes.measureOwn',
    { text: 'wirebench: 1\n', protocols: ['rest', 'grpc'] },
  ]);
  expect(useSizes.getState()).toMatchObject({ measuring: false, sizes: 'sizes' });
});
