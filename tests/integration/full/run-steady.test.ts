import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineRuns } from '../../support/engine-runs.ts';

const runs = engineRuns();
const fasterForMs = 2000;

/** Answers at first after 120 ms, then faster and faster, and after 30 ms from two seconds on. */
let firstAt: number | null = null;
const server = createServer((_request, response) => {
  firstAt ??= performance.now();
  const slow = Math.max(0, 1 - (performance.now() - firstAt) / fasterForMs);
  setTimeout(() => response.end('{}'), 30 + 90 * slow);
});
let port = 0;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('warms up until a service that gets faster is steady, and measures from one moment on in all workers', async () => {
  const activities = new Set<string>();
  const { trials } = await runs.runToEnd(
    `wirebench: 1
name: Until steady
service:
  rest: {address: "http://127.0.0.1:${port}"}
  requests: {get: {rest: {path: /}}}
factors: {protocol: rest, users: 8}
load: {model: closed, warmUp: {until: steady, within: 5m}, duration: 1s}
workers: 2
`,
    (event) => {
      if (event.type === 'snapshot') activities.add(event.progress.activity);
    },
  );
  const [trial] = trials;
  if (!trial?.warmUp) throw new Error('no warm-up was reported');
  const { warmUp, window, accounting, notes } = trial;
  expect(warmUp.ended).toBe('steady');
  // Two windows of ten ticks precede its end; the second saw nothing of the change.
  expect(warmUp.seconds).toBeGreaterThan(fasterForMs / 1000 + 2.5);
  expect(warmUp.seconds % 0.25).toBe(0);
  // From the first worker that opened it to the last that closed it.
  expect(window.seconds).toBe(1);
  expect(accounting.warmUp + accounting.measured + accounting.drained).toBe(accounting.issued);
  expect(notes.join(' ')).not.toContain('steady');
  expect(activities).toContain('Warming up until throughput is steady (5 min at most)');
  expect(activities).toContain('Generating load');
  const series = await runs.engine.client.runs.series({ trialId: trial.id });
  const measured = series.filter(({ phase }) => phase === 'measured');
  expect(measured.reduce((sum, { ok }) => sum + ok, 0)).toBe(trial.requests.ok);
  expect(measured.at(-1)?.at).toBeCloseTo(warmUp.seconds + 1, 6);
});
