import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { protocols } from '../../../contracts/words.ts';
import { environment } from '../../../engine/platform/environment.ts';
import { openStore } from '../../../engine/store/store.ts';
import { startAgent, startController, withoutNats } from '../../support/machines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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

const file = (factors: string, load: string) => `wirebench: 1
name: Unequal
machineShare: calibration
factors: {protocol: rest, shape: small, ${factors}}
load: ${load}
`;

describe.skipIf(withoutNats !== null)(
  `machines that can do unequally much${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    const agents = async (joining: readonly string[]) => {
      await startAgent(joining, 'large', { home: calibratedTo(5000) });
      await startAgent(joining, 'medium', { home: calibratedTo(2000) });
      await startAgent(joining, 'small', { home: calibratedTo(1000) });
    };
    const shares = [0.625, 0.25, 0.125];

    it('have their part of users and requests', async () => {
      const text = file('users: 8', '{model: closed, warmUp: 0s, requests: 2000}');
      const { run, joining } = await startController(text, 3, ['--json', '--quiet']);
      await agents(joining);
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      const { machines = [], requests, accounting } = trial ?? {};
      expect(requests).toMatchObject({ ok: 2000, failed: 0 });
      expect(accounting?.serverCounted).toBe(accounting?.issued);
      expect(machines.map(({ name }) => name)).toEqual(['large', 'medium', 'small']);
      for (const [place, share] of shares.entries()) {
        expect(machines[place]?.share).toBeCloseTo(share, 2);
        // Turns are whole: a thousandth of them, about.
        expect(Math.abs((machines[place]?.requests.ok ?? 0) - share * 2000)).toBeLessThan(10);
      }
      expect(machines.reduce((sum, machine) => sum + machine.requests.ok, 0)).toBe(2000);
    });

    it('have their part of arrivals', async () => {
      const text = file('rate: 400', '{model: open, warmUp: 0s, duration: 2s, arrivals: constant}');
      const { run, joining } = await startController(text, 3, ['--json', '--quiet']);
      await agents(joining);
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      const { machines = [], accounting } = trial ?? {};
      expect(accounting?.serverCounted).toBe(accounting?.issued);
      // Each arrival once, of all machines together, whenever its answer came.
      expect((accounting?.issued ?? 0) + (accounting?.dropped ?? 0)).toBe(800);
      for (const [place, share] of shares.entries()) {
        expect(machines[place]?.share).toBeCloseTo(share, 2);
      }
    });

    it('are refused by name where one was not calibrated', async () => {
      const text = file('users: 8', '{model: closed, warmUp: 0s, requests: 2000}');
      const { run, joining } = await startController(text, 2, ['--quiet']);
      await startAgent(joining, 'large', { home: calibratedTo(5000) });
      await startAgent(joining, 'unknown');
      const { code, stderr, stdout } = await run.ended;
      expect(code).not.toBe(0);
      expect(stderr + stdout).toContain('there is none of unknown');
    });
  },
);
