import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../engine/api/engine.ts';
import { startWirebench } from '../support/command-line.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { scriptedService } from '../support/scripted-process.ts';

const runs = engineRuns();
const { runToEnd } = runs;

const against = (port: number, load: string) => `wirebench: 1
name: Ends
target: {rest: "http://127.0.0.1:${port}"}
factors: {protocol: rest}
load: ${load}
workers: 1
verify: none
`;

describe('steps that end at saturation', () => {
  /** A plateau takes three levels, which a machine that starves the load may seem to show: requests fail at the second. */
  const ladder =
    '{model: steps, levels: [2, 32, 64, 128], hold: 500ms, settle: 100ms, stopAt: saturation}';

  it('end where requests begin to fail', async () => {
    const port = await scriptedService('delay', 10, 6);
    const { trials, analysis } = await runToEnd(against(port, ladder));
    const rounds = trials[0]?.rounds ?? [];
    expect(rounds.at(-1)?.failed).toBeGreaterThan(0);
    expect(rounds.length).toBeLessThan(4);
    expect(analysis.saturation[0]?.criterion).toBe('failures');
  });
});

describe('a ramp that ends at saturation', () => {
  it('ends once ten seconds have confirmed the plateau, and has completed', async () => {
    const port = await scriptedService('slots', 5);
    const load = '{model: ramp, to: 2000, perSecond: 10}';
    const { run, trials, analysis } = await runToEnd(against(port, load));
    const rounds = trials[0]?.rounds ?? [];
    expect(run.status).toBe('completed');
    expect(rounds.length).toBeGreaterThanOrEqual(10);
    expect(rounds.length).toBeLessThan(40);
    expect(rounds.at(-1)?.outcome).toMatch(/The ramp ended here\.$/);
    expect(analysis.saturation[0]?.criterion).toBe('plateau');
  });
});

describe('an engine that is killed in a round', () => {
  it('keeps the rounds before it and the seconds of that one', async () => {
    const run = startWirebench(runs.home, ['run', '-', '--quiet']);
    onTestFinished(() => void run.child.kill('SIGKILL'));
    run.child.stdin.end(`wirebench: 1
name: Killed
factors: {protocol: rest}
load: {model: search, method: doubling, from: 1, to: 1000, flatten: 0%, round: 1500ms, settle: 0s}
workers: 1
`);
    const count = () => {
      const database = new Database(`${runs.home}/wirebench.db`, { readonly: true });
      try {
        const sql = `SELECT count(*) FROM intervals WHERE json_extract(facts, '$.round') = 1`;
        return database.prepare(sql).pluck().get();
      } finally {
        database.close();
      }
    };
    await expect.poll(count).toBeGreaterThan(0);
    run.child.kill('SIGKILL');
    await run.ended;
    const reopened = await openEngine({ home: runs.home });
    try {
      const [summary] = await reopened.client.runs.list({ limit: 1 });
      const { trials } = await reopened.client.runs.get({ runId: summary?.id ?? '' });
      const rounds = trials[0]?.rounds ?? [];
      expect(trials[0]?.status).toBe('interrupted');
      expect(rounds[0]).toMatchObject({
        kind: 'discovery',
        users: 1,
        seconds: expect.closeTo(1.5),
      });
      expect(rounds[1]).toMatchObject({ kind: 'discovery', users: 2 });
      expect(rounds[0]?.outcome).not.toBe('');
    } finally {
      await reopened.close();
    }
  });
});
