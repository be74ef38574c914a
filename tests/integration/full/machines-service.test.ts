import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import type { CommandLine } from '../../support/command-line.ts';
import { Cable, startAgent, startController, withoutNats } from '../../support/machines.ts';
import { childrenOf, isAlive } from '../../support/processes.ts';

const { poll } = expect;
const counted = `wirebench: 1
name: Counted
target: {on: south}
factors: {protocol: [rest, grpc], shape: small, users: 4, tls: mtls, client: [raw, library]}
load: {model: closed, warmUp: 200ms, requests: 401}
`;
const long = `wirebench: 1
name: Long
target: {on: south}
repetitions: 2
factors: {protocol: rest, shape: small, users: 4}
load: {model: closed, warmUp: 0s, duration: 10m, thinkTime: 4ms}
`;
const seconds = long.replace('repetitions: 2\n', '').replace('10m', '6s');

/** Processes of services that an agent has started. */
const servicesOf = ({ child }: CommandLine) =>
  childrenOf(child.pid ?? 0).filter(({ command }) => /services\/main/.test(command));

describe.skipIf(withoutNats !== null)(
  `a bundled service on another machine${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('answers the load of a third, and counts every request', async () => {
      const { run, joining } = await startController(counted, 1, ['--json']);
      await startAgent(joining, 'north');
      await run.until('stderr', /Waiting for south, on which the service is to run/);
      // An address that no certificate is valid for otherwise.
      const south = await startAgent([...joining, '--host', '127.0.0.2'], 'south');
      const { code, stdout, stderr } = await run.ended;
      expect(stderr).not.toContain('Error');
      expect(code).toBe(0);
      const { trials } = resultDocumentSchema.parse(JSON.parse(stdout));
      expect(trials.map(({ status }) => status)).toEqual(Array(4).fill('completed'));
      for (const { accounting, requests, machines = [], serviceOn, server } of trials) {
        expect(requests.ok).toBe(401);
        expect(accounting.serverCounted).toBe(accounting.issued);
        expect(machines.map(({ name }) => name)).toEqual(['north']);
        expect(serviceOn).toMatchObject({ name: 'south', host: '127.0.0.2' });
        expect(serviceOn?.roundTripMs).toBeGreaterThan(0);
        expect(server?.cpuSeconds).toBeGreaterThan(0);
        expect(server?.rssPeakBytes).toBeGreaterThan(0);
        expect(server?.heapPeakBytes).toBeGreaterThan(0);
      }
      await poll(() => servicesOf(south)).toEqual([]);
      expect(isAlive(south.child.pid ?? 0)).toBe(true);
    });

    it('answers the load of the controller where no other machine generates it', async () => {
      const { run, joining } = await startController(seconds, 0, ['--json']);
      const south = await startAgent(joining, 'south');
      await poll(() => servicesOf(south).length).toBe(1);
      expect(servicesOf(run)).toEqual([]);
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      expect(trial?.machines).toBeUndefined();
      expect(trial?.serviceOn?.name).toBe('south');
      expect(trial?.accounting.serverCounted).toBe(trial?.accounting.issued);
      expect(trial?.requests.failed).toBe(0);
    });

    it('is as lost as its machine, which the trials name', async () => {
      const { run, joining } = await startController(long, 1, ['--json']);
      await startAgent(joining, 'north');
      const south = await startAgent(joining, 'south');
      await run.until('stderr', /at \d+ s/);
      const services = servicesOf(south);
      expect(services).toHaveLength(1);
      south.child.kill('SIGKILL');
      const { code, stdout } = await run.ended;
      expect(code).toBe(1);
      const { trials } = resultDocumentSchema.parse(JSON.parse(stdout));
      for (const { failure } of trials) {
        expect(failure?.code).toBe('MACHINE_LOST');
        expect(failure?.message).toContain('south');
      }
      expect(trials).toHaveLength(2);
      expect(trials[0]?.requests.ok).toBeGreaterThan(0);
      await poll(() => services.filter(({ pid }) => isAlive(pid))).toEqual([]);
    });

    it('ends when the controller is gone', async () => {
      const { run, joining } = await startController(long, 1);
      await startAgent(joining, 'north');
      const south = await startAgent(joining, 'south');
      await run.until('stderr', /at \d+ s/);
      const services = servicesOf(south);
      expect(services).toHaveLength(1);
      run.child.kill('SIGKILL');
      await south.until('stderr', /the service is ended/);
      await poll(() => services.filter(({ pid }) => isAlive(pid))).toEqual([]);
      expect(isAlive(south.child.pid ?? 0)).toBe(true);
    });

    it('loses no request when its cable to the controller is out for a second', async () => {
      const { run, port, joining } = await startController(seconds, 1, ['--json']);
      const cable = await Cable.to(port);
      await startAgent(joining, 'north');
      await startAgent(cable.through(joining), 'south');
      await run.until('stderr', /at \d+ s/);
      cable.cut();
      // Much shorter than the silence after which a machine counts as lost.
      await wait(1000);
      cable.mend();
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      expect(trial?.status).toBe('completed');
      expect(trial?.accounting.serverCounted).toBe(trial?.accounting.issued);
    });
  },
);
