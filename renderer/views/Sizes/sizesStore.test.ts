import { expect, it, onTestFinished } from 'vitest';
import { protocols } from '../../../contracts/words.ts';
import { linkEvents } from '../../transport/connection.ts';
import { chooseSizesWorkload, startMeasuring, useSizes } from './sizesStore.ts';

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
