import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { protocols } from '../../../contracts/words.ts';
import { environment } from '../../../engine/platform/environment.ts';
import { openStore } from '../../../engine/store/store.ts';
import { startAgent, startController, withoutNats } from '../../support/machines.ts';
import { expectFiguresOf } from '../../support/raw-percentiles.ts';
import { recordedRun } from '../../support/recorded-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe.skipIf(withoutNats !== null)(
  `figures of several machines${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('are of arrivals that are spaced evenly over all where they are constant', async () => {
      const [rate, seconds] = [500, 4];
      const load = `model: open, arrivals: constant, warmUp: 0s, duration: ${seconds}s`;
      const { trial, logs, counted } = await recordedRun(2, `rate: ${rate}`, load);
      expect(logs.filter((log) => log.due.length > 0)).toHaveLength(2);
      const due = logs.flatMap((log) => log.due);
      const { issued, dropped } = trial.accounting;
      expect(due).toHaveLength(issued ?? 0);
      expect(counted.length - 1).toBe(issued);
      expect((issued ?? 0) + (dropped ?? 0)).toBe(rate * seconds);
      // Each at a multiple of the gap, and none twice.
      const places = due.map((at) => (at * rate) / 1000);
      for (const place of places) expect(Math.abs(place - Math.round(place))).toBeLessThan(1e-6);
      expect(new Set(places.map(Math.round)).size).toBe(due.length);
    });

    it('have the percentiles of all raw latencies, to the precision of the histogram', async () => {
      const load = 'model: closed, warmUp: 0s, requests: 3001';
      const { trial, logs } = await recordedRun(2, 'users: 7', load);
      const raw = logs.flatMap(({ latencies }) => latencies);
      expect(logs.filter(({ latencies }) => latencies.length > 0)).toHaveLength(2);
      expect(raw).toHaveLength(3001);
      expect(trial.requests.ok).toBe(3001);
      expectFiguresOf(raw, trial.latencyMs);
    });
  },
);

/** A data folder of a machine whose load workers were calibrated to so many requests per second. */
function calibratedTo(throughputRps: number): string {
  const home = temporaryFolder();
  const store = openStore(join(home, 'wirebench.db'));
  const ceilings = protocols.flatMap((protocol) =>
    [false, true].map((tls) => ({
      ...{ protocol, client: 'raw' as const, tls, throughputRps },
      ...{ cpuUs: 10, utilization: 1, workerBound: true },
    })),
  );
  const at = '2026-11-24T03:00:00.000Z';
  store.saveCalibration({ at, environment: environment(), seconds: 2, ceilings });
  store.close();
  return home;
}

const unequal = `wirebench: 1
name: Unequal
machineShare: calibration
factors: {protocol: rest, shape: small, users: 8}
load: {model: closed, warmUp: 0s, requests: 2000}
`;

describe.skipIf(withoutNats !== null)(
  `machines that can do unequally much${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    const agents = async (joining: readonly string[]) => {
      await startAgent(joining, 'large', { home: calibratedTo(5000) });
      await startAgent(joining, 'small', { home: calibratedTo(3000) });
    };
    const shares = [0.625, 0.375];

    it('have their part of users and requests', async () => {
      const { run, joining } = await startController(unequal, 2, ['--json', '--quiet']);
      await agents(joining);
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      const { machines = [], requests, accounting } = trial ?? {};
      expect(requests).toMatchObject({ ok: 2000, failed: 0 });
      expect(accounting?.serverCounted).toBe(accounting?.issued);
      expect(machines.map(({ name }) => name)).toEqual(['large', 'small']);
      for (const [place, share] of shares.entries()) {
        expect(machines[place]?.share).toBeCloseTo(share, 2);
        // Turns are whole: a thousandth of them, about.
        expect(Math.abs((machines[place]?.requests.ok ?? 0) - share * 2000)).toBeLessThan(10);
      }
      expect(machines.reduce((sum, machine) => sum + machine.requests.ok, 0)).toBe(2000);
    });
  },
);

const watched = `wirebench: 1
name: Watched
factors: {protocol: rest, shape: small, users: 4}
load: {model: closed, warmUp: 1s, duration: 4s}
`;

/** A process that keeps a core busy until the test ends. */
function busyProcess(): number {
  const child = spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child.pid ?? 0;
}

describe.skipIf(withoutNats !== null)(
  `a machine beside the service that is watched${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('is in the result on the time of the trial, and generates no load', async () => {
      const pid = busyProcess();
      const { run, joining } = await startController(watched, 1, ['--json']);
      const watching = ['--watch', '--process', String(pid), '--container', 'no-such-container'];
      await startAgent([...joining, ...watching], 'beside');
      // Whoever watches is not one of the machines that the run waits for.
      await run.until('stderr', /Waiting for machines, 0 of 1/);
      await startAgent(joining, 'north');
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      expect(trial?.machines?.map(({ name }) => name)).toEqual(['north']);
      const [beside, ...others] = trial?.watched ?? [];
      expect(others).toEqual([]);
      expect(beside).toMatchObject({
        name: 'beside',
        parts: [
          { kind: 'process', name: String(pid) },
          { kind: 'container', name: 'no-such-container' },
        ],
        missing: [],
      });
      expect(beside?.clockErrorMs).toBeGreaterThan(0);
      const points = beside?.points ?? [];
      expect(points.length).toBeGreaterThan(2);
      for (const [place, { at, cpuCores, memoryBytes, sockets, parts }] of points.entries()) {
        expect(at).toBeGreaterThan(points[place - 1]?.at ?? 0);
        expect(cpuCores).toBeGreaterThan(0);
        expect(cpuCores).toBeLessThanOrEqual((beside?.cores ?? 0) + 1);
        expect(memoryBytes).toBeGreaterThan(0);
        expect(sockets).toBeGreaterThan(0);
        expect(parts[0]).toMatchObject({ processes: 1 });
        expect(parts[0]?.cpuCores).toBeGreaterThan(0);
        expect(parts[0]?.memoryBytes).toBeGreaterThan(1e6);
        expect(parts[1]).toEqual({ cpuCores: null, memoryBytes: null, processes: 0 });
      }
      expect(beside?.measured?.looks).toBeGreaterThan(0);
      expect(beside?.measured?.parts[0]?.cpuCores?.max).toBeGreaterThan(0);
    });
  },
);
