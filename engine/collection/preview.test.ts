import { expect, it } from 'vitest';
import { openedStore } from '../../tests/support/stores.ts';
import { environment } from '../platform/environment.ts';
import { previewExperiment } from './preview.ts';

const text = `wirebench: 1
name: Preview
factors: {protocol: [rest], users: [2]}
load: {model: closed, duration: 10s}
workers: 1
`;

it('a preview has what this machine can generate at most, and is none of a wrong experiment', () => {
  const store = openedStore();
  expect(previewExperiment(store, 'wirebench: 1')).toBeNull();
  const unknown = previewExperiment(store, text)?.load;
  expect(unknown).toMatchObject({ of: 'users', least: 2, most: 2, requests: { total: null } });
  const driver = { protocol: 'rest', client: 'raw', tls: false } as const;
  const ceiling = { ...driver, throughputRps: 5000, cpuUs: 30, utilization: 1, workerBound: true };
  const calibrated = { at: '2026-01-01T00:00:00.000Z', environment: environment(), seconds: 2 };
  store.saveCalibration({ ...calibrated, ceilings: [ceiling] });
  const requests = (more: string) => previewExperiment(store, `${text}${more}`)?.load.requests;
  expect(requests('repetitions: 1\n')).toMatchObject({ total: 50_000, bound: 'at most' });
  expect(requests('repetitions: 3\n')?.total).toBe(150_000);
});
