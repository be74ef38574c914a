import { describe, expect, it } from 'vitest';
import { wirebench } from '../../support/command-line.ts';
import { engineRuns } from '../../support/engine-runs.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { madeStack } from '../../support/made-stack.ts';
import { descendants } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const runs = engineRuns();

const text = (stacks: string, protocols = 'rest') =>
  smallExperiment({ protocols }).replace('load:', `  stack: [${stacks}]\nload:`);

const byStack = async (stacks: string, protocols?: string) => {
  const { trials } = await runs.runToEnd(text(stacks, protocols));
  return new Map(trials.map((trial) => [trial.cell.stack, trial]));
};

describe('a stack', () => {
  it('is measured like the default one, counts its requests, lists its versions, and is gone afterwards', async () => {
    await madeStack('echoes');
    const trials = await byStack('node, go');
    const go = trials.get('go');
    expect(go).toMatchObject({
      status: 'completed',
      requests: { ok: 400, failed: 0 },
      made: { runtime: 'Made 1.0', libraries: { made: '2.0' } },
    });
    expect(go?.accounting.serverCounted).toBe(go?.accounting.issued);
    expect(go?.server?.heapPeakBytes).toBeGreaterThan(0);
    expect(go?.server?.heapTotalPeakBytes).toBeGreaterThan(go?.server?.heapIdlePeakBytes ?? 0);
    expect(go?.server?.heapIdlePeakBytes).toBeGreaterThan(0);
    expect(go?.server?.rssPeakBytes).toBeGreaterThan(go?.server?.heapPeakBytes ?? 0);
    expect(trials.get('node')?.made).toBeUndefined();
    expect(descendants(process.pid).filter(({ command }) => /wirebench-go/.test(command))).toEqual(
      [],
    );
  });

  it('that is not built or has no such service is skipped with the reason, and the run is completed', async () => {
    process.env.WIREBENCH_STACKS = temporaryFolder();
    const { trials, run } = await runs.runToEnd(text('node, rust', 'rest, soap'));
    delete process.env.WIREBENCH_STACKS;
    expect(run.status).toBe('completed');
    const skipped = trials.filter(({ status }) => status === 'skipped');
    expect(skipped.map(({ cell }) => [cell.protocol, cell.stack])).toEqual([
      ['rest', 'rust'],
      ['soap', 'rust'],
    ]);
    expect(skipped[0]?.notes.join(' ')).toMatch(/Rust services .*wirebench stacks build rust/);
    expect(skipped[1]?.notes).toContain(
      'There is no soap service in Rust: product has rest, grpc there.',
    );
    expect(trials.filter(({ status }) => status === 'completed')).toHaveLength(2);
  });

  it.each([
    ['refuses', 'SERVICE_START_FAILED', /The Go rest service could not start: there is no rest/],
    ['chatters', 'SERVICE_START_FAILED', /a report of a stack’s program: Listening on port 80/],
    ['dies', 'SERVICE_DIED', /The Go rest service ended with code 3 during the trial/],
  ] as const)('that %s fails its trial alone and says why', async (behaviour, code, message) => {
    await madeStack(behaviour);
    const trials = await byStack('go, node');
    expect(trials.get('go')).toMatchObject({ status: 'failed', failure: { code } });
    expect(trials.get('go')?.failure?.message).toMatch(message);
    if (behaviour === 'dies') expect(trials.get('go')?.log).toContain('out of luck');
    expect(trials.get('node')?.status).toBe('completed');
  });
});

describe('a bundled service on several cores', () => {
  it('is one service in several processes: counted together, and gone together', async () => {
    const text = smallExperiment({
      protocols: 'rest, grpc',
      users: '6',
      more: 'serviceWorkers: 2\nequivalence: skip',
    });
    const { trials } = await runs.runToEnd(text);
    for (const trial of trials) {
      expect(trial).toMatchObject({ status: 'completed', requests: { ok: 400, failed: 0 } });
      expect(trial.accounting.serverCounted).toBe(trial.accounting.issued);
      // Each process has a separate heap.
      expect(trial.server?.rssPeakBytes).toBeGreaterThan(120e6);
    }
    const services = descendants(process.pid).filter(({ command }) =>
      /services.main/.test(command),
    );
    expect(services).toEqual([]);
  });
});

describe('wirebench stacks', () => {
  it('lists what is here, and says what to do for the others', async () => {
    await madeStack('echoes');
    const { code, stdout } = await wirebench(temporaryFolder(), ['stacks', '--json']);
    expect(code).toBe(0);
    const states = JSON.parse(stdout) as { stack: string; built: string; reason: string | null }[];
    expect(states.map(({ stack }) => stack)).toEqual(['go', 'java', 'rust', 'python']);
    expect(states[0]).toMatchObject({ built: 'yes', reason: null });
    expect(states[2]?.reason).toMatch(/wirebench stacks build rust/);
  });
});
