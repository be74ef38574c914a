import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { LivePoint } from '../../../contracts/engine-api.ts';
import { parseThreshold, type Threshold } from '../../../contracts/experiment/threshold.ts';
import { find, openView, rowsOf, settled } from '../../../tests/support/dom/view-window.tsx';
import { makeCell, testProgress } from '../../../tests/support/records.ts';
import { testPoint } from '../../../tests/support/shown-trials.ts';
import { historyOf } from '../../data/liveHistory.ts';
import { useRun } from './runStore.ts';

const down = {
  kind: 'status' as const,
  code: '500',
  message: 'HTTP 500: {"error":"database is down"}',
};
const fine = { throughputRps: 8000, ok: 2000 };
const outage = { throughputRps: 0, ok: 0, p50: null, p95: null, p99: null, failed: 100 };

/** Twenty seconds of a trial whose last eight are an outage. */
const points = Array.from({ length: 80 }, (_, index): LivePoint => {
  const at = (index + 1) / 4;
  const isDown = at > 12;
  return testPoint({ at, ...(isDown ? { ...outage, errors: [{ ...down, count: 100 }] } : fine) });
});
const thresholds = ['p99 < 50ms', 'p99 < 1ms when protocol = soap']
  .map(parseThreshold)
  .filter((one): one is Threshold => typeof one !== 'string');
const cell = makeCell({ protocol: 'rest', shape: 'getOrder' });
const at = '2026-03-04T09:12:12.000Z';

it('a run says what errors do, with thresholds, failures by request, a log, and progress within its trial', async () => {
  await openView({ route: '#/run' });
  await settled();
  useRun.setState({
    link: 'watching',
    history: historyOf(points),
    progress: {
      ...testProgress,
      trials: [0, 1].map((index) => ({
        index,
        cell,
        repetition: index + 1,
        status: index === 0 ? 'running' : 'waiting',
        result: null,
      })),
      running: {
        lengthSeconds: 40,
        warmUpAtMost: null,
        requests: null,
        extendedSeconds: 0,
        notExtendable: null,
      },
      thresholds,
      requests: [{ protocol: 'rest', request: 'getOrder', method: 'GET', path: '/orders/7' }],
      log: [{ at, text: 'First 500 “database is down”, at 0:12 of the trial', bad: true }],
    },
  });
  await screen.findByText('All answers are 500 “database is down” since 0:12.');
  expect(await rowsOf('Failures')).toEqual([
    ['GET', '/orders/7', '500', 'database is down', '3,200'],
  ]);
  expect((await find('list', 'Log')).textContent).toContain('First 500 “database is down”');
  const progress = await find('progressbar', 'Trials done');
  expect(progress).toHaveProperty('value', 0.5);
  expect(document.querySelectorAll('[data-limit]')).toHaveLength(1);
  expect(document.querySelector('[data-limit]')?.textContent).toContain('p99 < 50ms');
});
