import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { engineRuns } from '../../support/engine-runs.ts';
import { portOf } from '../../support/port-of.ts';
import { descendants } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const state = engineRuns();
const { runToEnd, follow } = state;

const file = (factors: string, more = '') => `wirebench: 1
name: Surroundings
factors: {users: 2, ${factors}}
load: {model: closed, requests: 20}
verify: all
${more}
`;

function only(trials: readonly TrialResult[]): TrialResult {
  const [trial] = trials;
  if (!trial) throw new Error('no trial was measured');
  return trial;
}

describe('a run with a gateway on the far side of an emulated network', () => {
  it('answers rightly with TLS, counts in the gateway, and takes no less than its round trips', async () => {
    const { trials } = await runToEnd(
      file(
        'protocol: [rest, grpc], gateway: on, network: 10ms, tls: mtls',
        'energy: {source: estimate, wattsPerCore: 7.5}',
      ),
    );
    expect(trials).toHaveLength(2);
    for (const trial of trials) {
      expect(trial).toMatchObject({ status: 'completed', requests: { ok: 20, failed: 0 } });
      expect(trial.latencyMs.min).toBeGreaterThanOrEqual(10);
      expect(trial.gateway).toMatchObject({ requests: 20 });
      expect(trial.gateway?.cpuSeconds).toBeGreaterThan(0);
      expect(trial.network?.requests).toBeGreaterThan(0);
      expect(trial.accounting.serverCounted).toBe(20);
      const cpu =
        trial.client.cpuSeconds +
        (trial.server?.cpuSeconds ?? 0) +
        (trial.gateway?.cpuSeconds ?? 0) +
        (trial.network?.cpuSeconds ?? 0);
      expect(trial.energy).toMatchObject({ source: 'estimate', baselineJoules: null });
      expect(trial.energy?.joules).toBeCloseTo(7.5 * cpu, 9);
      expect(trial.energy?.joulesPerRequest).toBeCloseTo((7.5 * cpu) / 20, 9);
    }
  });

  it.each([
    ['gateway', 'GATEWAY_DIED', 'protocol: rest, gateway: on'],
    ['network', 'NETWORK_DIED', 'protocol: rest, network: 1ms'],
  ])('fails a trial whose %s dies, and goes on with the next', async (_name, code, factors) => {
    const text = file(factors, 'repetitions: 2').replace('requests: 20', 'requests: 1000000');
    const { runId } = await state.engine.client.runs.start({ text });
    let killed = false;
    await follow(runId, async (event) => {
      if (event.type !== 'point') return;
      if (killed) {
        await state.engine.client.runs.stop({ runId }).catch(() => undefined);
        return;
      }
      const hop = descendants(process.pid).find(({ command }) => command.includes('/hops/main'));
      if (!hop) return;
      killed = true;
      process.kill(hop.pid, 'SIGKILL');
    });
    const { trials } = await state.engine.client.runs.get({ runId });
    expect(trials[0]).toMatchObject({ status: 'failed', failure: { code } });
    expect(trials[0]?.failure?.message).toContain('SIGKILL');
    expect(
      descendants(process.pid).filter(({ command }) => command.includes('/services/')),
    ).toEqual([]);
  });

  it('puts the network before a service elsewhere too, and refuses a gateway there', async () => {
    const server = createServer((request, response) => request.pipe(response));
    const port = await portOf(server);
    const remote = (factors: string) =>
      file(factors, `target: {rest: "http://127.0.0.1:${port}"}\nenergy: {source: estimate}`);
    const text = remote('protocol: rest, network: 20ms').replace('verify: all', 'verify: none');
    const trial = only((await runToEnd(text)).trials);
    expect(trial).toMatchObject({ requests: { ok: 20 }, energy: { flags: ['remote'] } });
    expect(trial.latencyMs.min).toBeGreaterThanOrEqual(20);
  });
});

describe('energy', () => {
  const where = (root: string) => {
    const before = process.env.WIREBENCH_POWERCAP;
    process.env.WIREBENCH_POWERCAP = root;
    onTestFinished(() => {
      if (before === undefined) delete process.env.WIREBENCH_POWERCAP;
      else process.env.WIREBENCH_POWERCAP = before;
    });
  };

  it('is reported as unavailable without counters, and nothing is invented', async () => {
    where(join(temporaryFolder(), 'nowhere'));
    const { run, trials, analysis } = await runToEnd(file('protocol: rest'));
    expect(run.environment.energySource).toMatchObject({ kind: 'none', why: 'absent' });
    expect(only(trials).energy ?? null).toBeNull();
    expect(analysis.energy).toEqual([]);
    await expect(
      state.engine.client.runs.start({ text: file('protocol: rest', 'energy: {source: rapl}') }),
    ).rejects.toMatchObject({ data: { code: 'ENERGY_UNAVAILABLE' } });
  });

  it('is what a counter counts above the idle baseline, in a real run', async () => {
    const root = temporaryFolder();
    const zone = join(root, 'intel-rapl:0');
    mkdirSync(zone);
    writeFileSync(join(zone, 'name'), 'package-0\n');
    writeFileSync(join(zone, 'max_energy_range_uj'), '262143328850\n');
    // A counter that stands still: the machine uses 0 W, idle and busy.
    writeFileSync(join(zone, 'energy_uj'), '262143328000\n');
    where(root);
    const counter = (uj: number) => writeFileSync(join(zone, 'energy_uj'), `${uj}\n`);
    const text = file(
      'protocol: rest, network: 30ms',
      'energy: {interval: 50ms, baseline: 50ms}',
    ).replace('requests: 20', 'requests: 100');
    const { runId } = await state.engine.client.runs.start({ text });
    let moved = false;
    await follow(runId, (event) => {
      if (event.type !== 'point' || moved) return;
      moved = true;
      counter(1_999_150);
    });
    const { run, trials, analysis } = await state.engine.client.runs.get({ runId });
    expect(run.environment.energySource).toEqual({ kind: 'rapl', domains: ['package-0'] });
    const { energy } = only(trials);
    // Two joules, across the end of the counter.
    expect(energy).toMatchObject({ source: 'rapl', joules: 2, baselineJoules: 0 });
    expect(energy?.joulesPerRequest).toBe(0.02);
    const shares = energy?.processes ?? [];
    expect(shares.map(({ who }) => who)).toEqual(['client', 'service', 'network', 'rest']);
    expect(shares.reduce((sum, { joules }) => sum + joules, 0)).toBeCloseTo(2, 9);
    expect(analysis.energy).toMatchObject([{ source: 'rapl', trials: 1, joules: { median: 2 } }]);
  });
});
