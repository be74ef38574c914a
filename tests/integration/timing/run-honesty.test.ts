import { spawn } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { usableCores } from '../../../engine/platform/pinning.ts';
import { engineRuns } from '../../support/engine-runs.ts';
import { endWithTest, scriptedService } from '../../support/scripted-process.ts';
import { waitMs } from '../../support/timeouts.ts';

const runs = engineRuns();
const { runToEnd } = runs;

async function trialOf(text: string): Promise<TrialResult> {
  const { trials } = await runToEnd(text);
  const [trial] = trials;
  if (!trial) throw new Error('no trial was measured');
  return trial;
}

const against = (port: number, load: string, factor: string) => `wirebench: 1
name: Honesty
target: {rest: "http://127.0.0.1:${port}"}
factors: {protocol: rest${factor}}
load: ${load}
workers: 1
verify: none
`;

describe('a service that stands still for half a second in every two', () => {
  const note = 'A closed load waits while the service stalls';

  it('shows in the p99 of open load', async () => {
    const port = await scriptedService('freeze', 2000, 500);
    const load = '{model: open, warmUp: 200ms, duration: 4s}';
    const trial = await trialOf(against(port, load, ', rate: 100'));
    // A quarter of the arrivals fall into a standstill, and a twentieth of those at its beginning.
    expect(trial.latencyMs.p99).toBeGreaterThan(400);
    expect(trial.notes.join()).not.toContain(note);
  });

  it('shows in the maximum of closed load, which says that it hides it', async () => {
    const port = await scriptedService('freeze', 2000, 500);
    const load = '{model: closed, warmUp: 200ms, duration: 4s}';
    const trial = await trialOf(against(port, load, ', users: 2'));
    expect(trial.latencyMs.max).toBeGreaterThan(400);
    expect(trial.latencyMs.p99).toBeLessThan(200);
    expect(trial.notes.join()).toContain(note);
    expect(trial.notes.join()).toContain('Measure with open load');
  });
});

describe('steps that end at saturation', () => {
  const ladder =
    '{model: steps, levels: [2, 4, 8, 16, 32, 64], hold: 1s, settle: 200ms, stopAt: saturation}';

  it('end on the plateau of a service that can do no more, which a person may overrule', async () => {
    const port = await scriptedService('slots', 10);
    const { run, trials, analysis } = await runToEnd(against(port, ladder, ''));
    const rounds = trials[0]?.rounds ?? [];
    expect(rounds.length).toBeLessThan(6);
    expect(rounds.at(-1)?.outcome).toMatch(/plateau.*The ladder ended here\.$/);
    expect(analysis.saturation[0]?.criterion).toBe('plateau');
    const trialId = trials[0]?.id ?? '';
    const manual = async (level: number | null) => {
      await runs.engine.client.runs.setSaturation({ trialId, level });
      const changed = await runs.engine.client.runs.get({ runId: run.id });
      return changed.analysis.saturation[0]?.manual;
    };
    expect(await manual(4)).toMatchObject({ level: 4 });
    expect(await manual(8)).toMatchObject({ level: 8 });
    expect(await manual(null)).toBeNull();
    await expect(
      runs.engine.client.runs.setSaturation({ trialId: 'nobody', level: 1 }),
    ).rejects.toMatchObject({ data: { code: 'TRIAL_NOT_FOUND' } });
  });
});

describe('the verdict', () => {
  const bound = (pinning: string, users: number, thinkTime: string) => `wirebench: 1
name: Starved
factors: {protocol: rest, users: ${users}}
load: {model: closed, warmUp: 200ms, duration: 1s, thinkTime: ${thinkTime}}
workers: 1
pinning: ${pinning}
`;
  const cores = usableCores();
  const [first, last] = [cores[0] ?? 0, cores.at(-1) ?? 0];
  const canBind = process.platform === 'linux' && cores.length >= 2 && availableParallelism() >= 2;

  it.runIf(canBind)('calls a generator client-bound whose core others burn', async () => {
    for (let burner = 0; burner < 3; burner++) {
      const burning = ['-c', String(last), process.execPath, '-e', 'for (;;);'];
      endWithTest(spawn('taskset', burning, { stdio: 'ignore' }));
    }
    const pinning = `{workers: [${last}], services: [${first}]}`;
    const verdicts: string[] = [];
    // Until all burners have begun, which takes a moment.
    await expect
      .poll(
        async () => {
          const { client } = await trialOf(bound(pinning, 16, '0ms'));
          verdicts.push(...client.reasons);
          return client.verdict;
        },
        { timeout: waitMs },
      )
      .toBe('client-bound');
    expect(verdicts.at(-1)).toMatch(/short of CPU|got CPU/);
  });

  it('never calls an idle one so', async () => {
    // On a machine with burners it may have to wait for its core like others: until they pause.
    const verdict = async () => (await trialOf(bound('none', 2, '50ms'))).client.verdict;
    await expect.poll(verdict).not.toBe('client-bound');
  });

  // Last, since threads that are started from now on keep the niceness: only the superuser may lower it again.
  it.runIf(canBind)(
    'does not call a generator sound that has little to do, and whose core another program uses',
    async () => {
      const port = await scriptedService('delay', 10, 1000);
      const burning = ['-c', String(last), process.execPath, '-e', 'for (;;);'];
      endWithTest(spawn('taskset', burning, { stdio: 'ignore' }));
      // Among equals, a kernel may give a thread that sleeps most of the time its core at once.
      setPriority(process.pid, 10);
      const pinning = `{workers: [${last}], services: [${first}]}`;
      const text = `${bound(pinning, 20, '0ms')}target: {rest: "http://127.0.0.1:${port}"}\nverify: none\n`;
      // Until the burner has begun, which takes a moment.
      const reasons = async () => (await trialOf(text)).client.reasons.join();
      await expect.poll(reasons).toContain('short of CPU');
    },
  );
});
